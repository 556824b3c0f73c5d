import { computed, type ReadonlySignal } from '@preact/signals';
import type { Selection } from '@weft/model';
import { groupActive, linkGroups } from '../../../kit/link-groups.ts';
import type { PlaneMode } from './torus-options.ts';
import { chosenRoles, type TorusSource } from './torus-source.ts';

/**
 * How the planes are drawn: as the reader chose, else composite. Composite planes are seen edge on and show no link
 * within them: where all that is selected lies there, the planes are detailed.
 */
export function planeMode(source: TorusSource): ReadonlySignal<PlaneMode> {
  const standard = standardMode(source);
  return computed(() => source.options.planes.value || standard.value);
}

/** A choice that is the standard anyway is none: what is selected later may have another. */
export function choosePlaneMode(source: TorusSource, mode: PlaneMode): void {
  source.options.planes.value = mode === standardMode(source).peek() ? '' : mode;
}

function standardMode(source: TorusSource): ReadonlySignal<PlaneMode> {
  const { workspace, options } = source;
  const roles = chosenRoles(source);
  const kept = computed(() => keptDimensions(source, workspace.selection.value).join());
  return computed(() => {
    // A magnified group shows the links within its planes.
    if (kept.value === '' || options.group.value !== '') return 'composite';
    const inPlane = roles.value.slice(0, 2);
    return kept.value.split(',').every((dimension) => inPlane.includes(Number(dimension)))
      ? 'detailed'
      : 'composite';
  });
}

/** Dimensions of the links that classes, directions and links of the selection name; none where it names none. */
function keptDimensions(
  { network, shape }: TorusSource,
  selection: Pick<Selection, 'classes' | 'directions' | 'links'>,
): number[] {
  const { classes, directions, links } = selection;
  if (classes.length + directions.length + links.length === 0) return [];
  const { groups, groupOf } = linkGroups(network);
  const active = groups.map((group) => groupActive(group, selection));
  const named = new Set(links);
  const found = new Set<number>();
  for (let slot = 0; slot < shape.linkAt.length; slot++) {
    const link = shape.linkAt[slot];
    if (link >= 0 && active[groupOf[link]] && (named.size === 0 || named.has(link)))
      found.add((slot % shape.directions) >> 1);
  }
  return [...found].sort((a, b) => a - b);
}
