import type { CommunityTree } from '../community-clustering/cluster-communities.ts';
import { countCrossings } from './count-crossings.ts';

export interface CrossingOrder {
  /** Place of each vertex in the column; the members of any community of the tree are adjacent. */
  readonly positions: Int32Array;
  /** Crossings in the order of the ranks, and in this order. */
  readonly before: number;
  readonly after: number;
}

/**
 * An order of the leaves of the tree with few crossings. Which of two children comes first is free at
 * every node; it is decided by the mean place of the partners of their members (the barycentre rule),
 * over a few sweeps of which the best is kept. Any cut of the tree can use the order.
 */
export function orderByTree(
  tree: CommunityTree,
  src: Int32Array,
  dst: Int32Array,
  sweeps = 2,
): CrossingOrder {
  const n = tree.vertices;
  const ranks = Int32Array.from({ length: n }, (_, v) => v);
  const before = countCrossings(src, dst, ranks);
  let positions = placeLeaves(tree, Float64Array.from(ranks));
  let best = { positions, after: countCrossings(src, dst, positions) };
  for (let sweep = 0; sweep < sweeps; sweep++) {
    positions = placeLeaves(tree, partnerMeans(src, dst, positions));
    const after = countCrossings(src, dst, positions);
    if (after < best.after) best = { positions, after };
  }
  return { ...best, before };
}

/** Mean place of all partners of a vertex; its own place when it has none. */
function partnerMeans(src: Int32Array, dst: Int32Array, positions: Int32Array): Float64Array {
  const means = new Float64Array(positions.length);
  const counts = new Int32Array(positions.length);
  for (let e = 0; e < src.length; e++) {
    means[src[e]] += positions[dst[e]];
    means[dst[e]] += positions[src[e]];
    counts[src[e]]++;
    counts[dst[e]]++;
  }
  for (let v = 0; v < means.length; v++) means[v] = counts[v] > 0 ? means[v] / counts[v] : positions[v];
  return means;
}

/** Places leaves so that at each node the child with the lower mean value comes first. */
function placeLeaves(tree: CommunityTree, values: Float64Array): Int32Array {
  const n = tree.vertices;
  const nodes = n + tree.left.length;
  const sums = new Float64Array(nodes);
  const sizes = new Int32Array(nodes).fill(1);
  sums.set(values);
  for (let step = 0; step < tree.left.length; step++) {
    sums[n + step] = sums[tree.left[step]] + sums[tree.right[step]];
    sizes[n + step] = sizes[tree.left[step]] + sizes[tree.right[step]];
  }
  const starts = new Int32Array(nodes);
  for (let step = tree.left.length - 1; step >= 0; step--) {
    const left = tree.left[step];
    const right = tree.right[step];
    const swap = sums[right] / sizes[right] < sums[left] / sizes[left];
    const start = starts[n + step];
    starts[left] = swap ? start + sizes[right] : start;
    starts[right] = swap ? start : start + sizes[left];
  }
  return starts.slice(0, n);
}
