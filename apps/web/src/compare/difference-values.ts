import { computed, type ReadonlySignal } from '@preact/signals';
import { differenceUnit, type Selection } from '@weft/model';
import type { Alignment } from '@weft/network';
import type { ComparedSide, LinkValues } from '@weft/views';
import type { PageLinkValues } from '../workspace/create-link-values.ts';
import type { PageWorkspace } from '../workspace/create-workspace.ts';

/** B − A of every link; visible is what either side shows. */
export function differenceValues(
  a: PageLinkValues,
  valuesB: PageLinkValues,
  b: ComparedSide,
  alignment: ReadonlySignal<Alignment | null>,
): LinkValues {
  return {
    ...a,
    unit: computed(() => differenceUnit(a.unit.value)),
    totals: computed(() => {
      const [before, after] = [a.totals.value, b.totals.value];
      return before && after && before.map((value, link) => after[link] - value);
    }),
    visible: computed(() => {
      const [before, after] = [a.visible.value, valuesB.visible.value];
      if (!before || !after || !alignment.value) return before;
      const links = alignment.value.toB?.links;
      return before.map((value, link) => value | after[links ? links[link] : link]);
    }),
    routes: computed(() => null),
  };
}

/** A range of values is one of amounts: it says nothing about differences, and cannot be set by them. */
export function withoutValues(workspace: PageWorkspace): PageWorkspace {
  return {
    ...workspace,
    selection: computed((): Selection => ({ ...workspace.selection.value, value: null, outside: false })),
    select: ({ value: _, outside: __, ...change }, how) => workspace.select(change, how),
  };
}
