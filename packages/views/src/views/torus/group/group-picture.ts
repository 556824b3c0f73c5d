import { computed, type ReadonlySignal } from '@preact/signals';
import { layoutMagnifiedGroup, type MagnifiedGroup, type TorusRoles } from '@weft/layout';
import { nodeCoordinate } from '@weft/network';
import { parseGroup } from '../planes/group-text.ts';
import { chosenRoles, type LinkColouring, type TorusSource } from '../source/torus-source.ts';

/** The magnified group and the chosen nodes, with what they carry. */
export interface GroupPicture extends LinkColouring, Pick<TorusSource, 'network' | 'shape'> {
  readonly width: number;
  readonly height: number;
  readonly roles: TorusRoles;
  /** Values of the group by dimension, -1 = all of them. */
  readonly fixed: readonly number[];
  readonly group: MagnifiedGroup;
  readonly totals: Float64Array;
  readonly visible: Uint8Array | null;
  readonly unit: string;
  /** Nodes with a polygon, in the order of the planes; `beyond` more are chosen. */
  readonly chosen: readonly number[];
  readonly beyond: number;
}

/** More polygons than this are too small to be read. */
const MOST_POLYGONS = 64;
const none = new Float64Array(0);

/** Null while no group is magnified. */
export function createGroupPicture(
  source: TorusSource,
  look: ReadonlySignal<LinkColouring>,
  width: number,
  height: number,
): ReadonlySignal<GroupPicture | null> {
  const { network, shape, workspace, options } = source;
  const roles = chosenRoles(source);
  const laid = computed(() => {
    const values = parseGroup(options.group.value, shape);
    if (!values) return null;
    const area = { x: 30, y: 20, width: width - 38, height: height - 50 };
    const group = layoutMagnifiedGroup(shape, roles.value, values, area);
    const open = [roles.value[0], roles.value[1], group.inner];
    const fixed = values.map((value, dimension) => (open.includes(dimension) ? -1 : Math.max(0, value)));
    return { group, fixed };
  });
  const ends = computed(() => {
    const { sources, destinations } = workspace.selection.value;
    const nodes = [...new Set([...sources, ...destinations].map((vertex) => shape.nodeOf[vertex] ?? -1))];
    return inPlaneOrder(
      nodes.filter((node) => node >= 0),
      roles.value,
      source,
    );
  });
  return computed(() => {
    if (!laid.value) return null;
    return {
      ...look.value,
      ...laid.value,
      network,
      shape,
      width,
      height,
      roles: roles.value,
      totals: workspace.linkValues.totals.value ?? none,
      visible: workspace.linkValues.visible.value,
      unit: workspace.linkValues.unit.value,
      chosen: ends.value.slice(0, MOST_POLYGONS),
      beyond: Math.max(0, ends.value.length - MOST_POLYGONS),
    };
  });
}

/** As the magnified planes have them: x fastest, then y, then the other roles. */
function inPlaneOrder(nodes: readonly number[], roles: TorusRoles, { shape }: TorusSource): number[] {
  const order = roles.filter((dimension) => dimension >= 0).reverse();
  return [...nodes].sort((a, b) => {
    for (const dimension of order) {
      const step = nodeCoordinate(shape, a, dimension) - nodeCoordinate(shape, b, dimension);
      if (step !== 0) return step;
    }
    return 0;
  });
}
