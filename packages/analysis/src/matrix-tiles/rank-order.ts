import { NONE } from '@weft/model';
import { bestCount } from '../community-clustering/best-communities.ts';
import { communityTree } from '../community-clustering/community-tree.ts';
import { cutCommunities } from '../community-clustering/cut-communities.ts';
import { buildGraph } from '../community-clustering/weighted-graph.ts';
import type { PairSums } from './pair-sums.ts';

export const rankOrders = ['rank', 'community', 'host'] as const;
export type RankOrder = (typeof rankOrders)[number];

/** Ranks in a new order, neighbours by what they have in common. */
export interface OrderedRanks {
  /** The rank at each position, and the position of each rank. */
  readonly rankAt: Int32Array;
  readonly positionOf: Int32Array;
  /** Community or host of each rank; all 0 in the order of ranks, NONE = unknown host. */
  readonly group: Int32Array;
}

/** Groups in the order of their numbers (unknown hosts last), ranks in their own order within them. */
export function orderRanks(
  order: RankOrder,
  ranks: number,
  pairs: PairSums,
  hosts: Int32Array,
): OrderedRanks {
  const group = groupsOf(order, ranks, pairs, hosts);
  const key = group.map((of) => (of === NONE ? 0x7fffffff : of));
  const rankAt = Int32Array.from({ length: ranks }, (_, rank) => rank).sort(
    (a, b) => key[a] - key[b] || a - b,
  );
  const positionOf = new Int32Array(ranks);
  rankAt.forEach((rank, position) => {
    positionOf[rank] = position;
  });
  return { rankAt, positionOf, group };
}

function groupsOf(order: RankOrder, ranks: number, pairs: PairSums, hosts: Int32Array): Int32Array {
  switch (order) {
    case 'rank':
      return new Int32Array(ranks);
    case 'host':
      return hosts;
    case 'community': {
      const tree = communityTree(buildGraph(ranks, pairs.src, pairs.dst, pairs.amount));
      return cutCommunities(tree, bestCount(tree));
    }
  }
}

/** What a community or host is called on the axes. */
export function groupName(order: RankOrder, group: number, hostNames: ReadonlyMap<number, string>): string {
  if (order === 'rank') return 'all ranks';
  if (order === 'community') return `community ${group}`;
  if (group === NONE) return 'unknown host';
  return hostNames.get(group) ?? `host ${group}`;
}
