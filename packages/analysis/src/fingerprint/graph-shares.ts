import type { RankGraph } from '../rank-graph/rank-graph.ts';

/** Ordered pairs of different ranks with traffic, each as src * ranks + dst. */
export function pairKeys({ ranks, src, dst }: RankGraph): Set<number> {
  const keys = new Set<number>();
  for (let e = 0; e < src.length; e++) if (src[e] !== dst[e]) keys.add(src[e] * ranks + dst[e]);
  return keys;
}

/** Ranks each rank sends to or receives from. */
export function partnerCounts(graph: RankGraph): Float64Array {
  const { ranks } = graph;
  const counts = new Float64Array(ranks);
  const pairs = pairKeys(graph);
  for (const key of pairs) {
    const [src, dst] = [Math.floor(key / ranks), key % ranks];
    if (src > dst && pairs.has(dst * ranks + src)) continue;
    counts[src]++;
    counts[dst]++;
  }
  return counts;
}

/** Share of the pairs with traffic that have some the other way, too. */
export function mutualShare(graph: RankGraph): number {
  const { ranks } = graph;
  const pairs = pairKeys(graph);
  let mutual = 0;
  for (const key of pairs) if (pairs.has((key % ranks) * ranks + Math.floor(key / ranks))) mutual++;
  return pairs.size > 0 ? mutual / pairs.size : 0;
}

/** Share of the bytes by which one way of a pair exceeds the other. */
export function oneWayShare({ ranks, src, dst, bytes }: RankGraph): number {
  const net = new Map<number, number>();
  let total = 0;
  for (let e = 0; e < bytes.length; e++) {
    const [low, high] = [Math.min(src[e], dst[e]), Math.max(src[e], dst[e])];
    if (low === high) continue;
    const key = low * ranks + high;
    net.set(key, (net.get(key) ?? 0) + (src[e] === low ? bytes[e] : -bytes[e]));
    total += bytes[e];
  }
  let open = 0;
  for (const amount of net.values()) open += Math.abs(amount);
  return total > 0 ? open / total : 0;
}

export function bytesByRank(graph: RankGraph, end: 'src' | 'dst'): Float64Array {
  const sums = new Float64Array(graph.ranks);
  graph.bytes.forEach((amount, e) => {
    sums[graph[end][e]] += amount;
  });
  return sums;
}
