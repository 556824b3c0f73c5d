import type { RankGraph } from '../rank-graph/rank-graph.ts';
import type { Adjacency } from './adjacency.ts';
import type { WeightedAdjacency } from './weighted-betweenness.ts';

/** Bytes or messages below one count as one: an empty message joins its ranks, too. */
const LEAST_WEIGHT = 1;

/** Lengths that are one over what all edges between the two ranks carry. */
export function withLengths(
  { vertices, offsets, targets }: Adjacency,
  { src, dst }: Pick<RankGraph, 'src' | 'dst'>,
  carried: Float64Array,
  directed: boolean,
): WeightedAdjacency {
  const weights = new Float64Array(targets.length);
  const add = (from: number, to: number, weight: number): void => {
    if (from !== to) weights[find(targets, offsets[from], offsets[from + 1], to)] += weight;
  };
  for (let e = 0; e < src.length; e++) {
    add(src[e], dst[e], carried[e]);
    if (!directed) add(dst[e], src[e], carried[e]);
  }
  return { vertices, offsets, targets, lengths: weights.map((weight) => 1 / Math.max(LEAST_WEIGHT, weight)) };
}

/** Place of a neighbour among those of a vertex, which are in rising order. */
function find(targets: Int32Array, from: number, to: number, wanted: number): number {
  let [low, high] = [from, to - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (targets[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
