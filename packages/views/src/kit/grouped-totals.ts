import { computed, type ReadonlySignal } from '@preact/signals';
import type { Network } from '@weft/model';
import type { LinkValues } from '../workspace.ts';
import { type LinkGroups, linkGroups } from './link-groups.ts';

/** Totals put together by class and direction, with the figures every view needs of them. */
export interface GroupedTotals {
  /** Those of group g lie at starts[g] .. starts[g + 1]. */
  readonly values: Float64Array;
  /** 1 where the selection keeps the link, in the same order. */
  readonly kept: Uint8Array;
  readonly starts: Int32Array;
  /** Lowest, highest and summed value and number of visible links of each group. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly sum: Float64Array;
  readonly visible: Int32Array;
}

/** One pass over the links, into buffers that live as long as the function: a moving brush allocates nothing of size. */
export function createGrouping(links: LinkGroups) {
  const count = links.groups.length;
  const order = linksByGroup(links);
  const starts = groupStarts(links);
  const empty = new Int32Array(count + 1);
  const grouped: GroupedTotals = {
    values: new Float64Array(order.length),
    kept: new Uint8Array(order.length),
    starts,
    low: new Float64Array(count),
    high: new Float64Array(count),
    sum: new Float64Array(count),
    visible: new Int32Array(count),
  };
  return (totals: Float64Array | null, mask: Uint8Array | null): GroupedTotals => {
    if (!totals || totals.length === 0) return { ...grouped, starts: empty };
    for (let group = 0; group < count; group++) gatherGroup(totals, order, group, grouped);
    countKept(mask, order, grouped);
    return { ...grouped };
  };
}

function gatherGroup(
  totals: Float64Array,
  order: Int32Array,
  group: number,
  { values, starts, low, high, sum }: GroupedTotals,
): void {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let all = 0;
  for (let at = starts[group]; at < starts[group + 1]; at++) {
    const value = totals[order[at]];
    values[at] = value;
    all += value;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  low[group] = least;
  high[group] = most;
  sum[group] = all;
}

function countKept(
  mask: Uint8Array | null,
  order: Int32Array,
  { kept, starts, visible }: GroupedTotals,
): void {
  if (mask === null) kept.fill(1);
  else for (let at = 0; at < order.length; at++) kept[at] = mask[order[at]];
  for (let group = 0; group < visible.length; group++) {
    let shown = 0;
    for (let at = starts[group]; at < starts[group + 1]; at++) shown += kept[at];
    visible[group] = shown;
  }
}

function groupStarts({ groups }: LinkGroups): Int32Array {
  const starts = new Int32Array(groups.length + 1);
  groups.forEach((group, index) => {
    starts[index + 1] = starts[index] + group.links;
  });
  return starts;
}

function linksByGroup(links: LinkGroups): Int32Array {
  const next = groupStarts(links);
  const order = new Int32Array(links.groupOf.length);
  links.groupOf.forEach((group, link) => {
    order[next[group]++] = link;
  });
  return order;
}

const shared = new WeakMap<
  LinkValues,
  { readonly network: Network; readonly grouped: ReadonlySignal<GroupedTotals> }
>();

/** The same for all views of a workspace: computed once per change. */
export function groupedTotals(linkValues: LinkValues, network: Network): ReadonlySignal<GroupedTotals> {
  const known = shared.get(linkValues);
  if (known?.network === network) return known.grouped;
  const group = createGrouping(linkGroups(network));
  const grouped = computed(() => group(linkValues.totals.value, linkValues.visible.value));
  shared.set(linkValues, { network, grouped });
  return grouped;
}
