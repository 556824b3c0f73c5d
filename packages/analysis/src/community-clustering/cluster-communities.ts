import { createHeap, type GainHeap, placeInHeap, removeFromHeap } from './gain-heap.ts';
import { createLists, type HalfEdgeLists, mergeLists } from './half-edges.ts';
import { bestUnconnected, createUnconnected, noteMerge, type Unconnected } from './unconnected.ts';
import { vertexDegrees, type WeightedGraph } from './weighted-graph.ts';

/**
 * Tree of an agglomerative clustering of n vertices. Leaves are 0 .. n-1; merge s makes node n + s of
 * `left[s]` and `right[s]`, the one with the lower smallest member to the left.
 */
export interface CommunityTree {
  readonly vertices: number;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Change of modularity by each merge. */
  readonly gains: Float64Array;
}

/**
 * Clauset, Newman and Moore: merge the two communities with the largest gain 2 (e_ij - a_i a_j) until
 * one is left. All pairs take part, unconnected ones with e_ij = 0, and gains may be negative. Of equal
 * gains the pair with the lowest (smallest member, smallest member) comes first. `total` is the weight
 * of the whole, both directions counted, where the graph is only a part of it.
 */
export function clusterCommunities(graph: WeightedGraph, total = totalWeight(graph)): CommunityTree {
  const n = graph.vertices;
  const merges = Math.max(0, n - 1);
  const tree: CommunityTree = {
    vertices: n,
    left: new Int32Array(merges),
    right: new Int32Array(merges),
    gains: new Float64Array(merges),
  };
  const state = createState(graph, total);
  let unconnected: Unconnected | null = null;
  for (let step = 0; step < merges; step++) {
    let first = state.heap.size > 0 ? state.heap.items[0] : -1;
    let second = first < 0 ? -1 : state.best[first];
    let gain = first < 0 ? Number.NEGATIVE_INFINITY : state.gains[first];
    if (gain <= 0) {
      unconnected ??= createUnconnected(state);
      const pair = bestUnconnected(unconnected, state);
      if (pair && isBetter(state, pair.gain, pair.first, pair.second, gain, first, second)) {
        ({ first, second, gain } = pair);
      }
    }
    tree.left[step] = state.nodes[first];
    tree.right[step] = state.nodes[second];
    tree.gains[step] = 2 * gain;
    const kept = mergeCommunities(state, first, second, n + step);
    if (unconnected) noteMerge(unconnected, state, kept, kept === first ? second : first);
  }
  return tree;
}

/** Communities live in slots; the label of a slot is its smallest member. */
export interface CommunityState {
  readonly lists: HalfEdgeLists;
  readonly heap: GainHeap;
  /** Exact sums of weights, and the same as fractions of the whole. */
  readonly degrees: Float64Array;
  readonly shares: Float64Array;
  readonly labels: Int32Array;
  readonly nodes: Int32Array;
  readonly alive: Uint8Array;
  /** Best connected partner with a higher label, and half the gain of merging with it. */
  readonly best: Int32Array;
  readonly gains: Float64Array;
  readonly seat: Int32Array;
  /** 1 / total weight, both directions counted. */
  readonly scale: number;
}

function totalWeight(graph: WeightedGraph): number {
  return vertexDegrees(graph).reduce((sum, degree) => sum + degree, 0);
}

function createState(graph: WeightedGraph, total: number): CommunityState {
  const n = graph.vertices;
  const degrees = vertexDegrees(graph);
  const scale = total > 0 ? 1 / total : 0;
  const labels = Int32Array.from({ length: n }, (_, v) => v);
  const gains = new Float64Array(n);
  const state: CommunityState = {
    lists: createLists(graph),
    heap: createHeap(gains, labels),
    degrees,
    shares: degrees.map((degree) => degree * scale),
    labels,
    nodes: labels.slice(),
    alive: new Uint8Array(n).fill(1),
    best: new Int32Array(n).fill(-1),
    gains,
    seat: new Int32Array(n).fill(-1),
    scale,
  };
  for (let v = 0; v < n; v++) findBest(state, v);
  return state;
}

/** Is pair (a, b) to be merged before pair (c, d)? a and c have the lower labels. */
function isBetter(
  { labels }: CommunityState,
  gainAB: number,
  a: number,
  b: number,
  gainCD: number,
  c: number,
  d: number,
): boolean {
  if (gainAB !== gainCD) return gainAB > gainCD;
  if (a !== c) return labels[a] < labels[c];
  return labels[b] < labels[d];
}

/** Merges two communities, the one of the lower label first; returns the slot that stays. */
function mergeCommunities(state: CommunityState, first: number, second: number, node: number): number {
  const { lists, heap, degrees, shares, labels, nodes, alive, seat, scale } = state;
  const kept = lists.length[first] >= lists.length[second] ? first : second;
  const gone = kept === first ? second : first;
  const label = labels[first];
  mergeLists(lists, kept, gone, seat);
  removeFromHeap(heap, gone);
  removeFromHeap(heap, kept);
  alive[gone] = 0;
  degrees[kept] += degrees[gone];
  shares[kept] = degrees[kept] * scale;
  nodes[kept] = node;
  labels[kept] = label;
  refreshNeighbours(state, kept, gone);
  return kept;
}

/** New best partners of the merged community and of those that had one of its two parts as best. */
function refreshNeighbours(state: CommunityState, kept: number, gone: number): void {
  const { lists, heap, shares, labels, best, gains, scale } = state;
  const { to, weight, start, length } = lists;
  const label = labels[kept];
  const share = shares[kept];
  for (let h = start[kept]; h < start[kept] + length[kept]; h++) {
    const other = to[h];
    const old = best[other];
    if (old === kept || old === gone) findBest(state, other);
    else if (labels[other] < label) {
      const gain = weight[h] * scale - shares[other] * share;
      if (old >= 0 && (gain < gains[other] || (gain === gains[other] && label > labels[old]))) continue;
      best[other] = kept;
      gains[other] = gain;
      placeInHeap(heap, other);
    }
  }
  findBest(state, kept);
}

function findBest(state: CommunityState, community: number): void {
  const { lists, heap, shares, labels, best, gains, scale } = state;
  const { to, weight, start, length } = lists;
  const label = labels[community];
  const share = shares[community];
  let found = -1;
  let foundGain = Number.NEGATIVE_INFINITY;
  for (let h = start[community], end = h + length[community]; h < end; h++) {
    const other = to[h];
    if (labels[other] < label) continue;
    const gain = weight[h] * scale - share * shares[other];
    if (gain < foundGain || (gain === foundGain && labels[other] > labels[found])) continue;
    found = other;
    foundGain = gain;
  }
  best[community] = found;
  gains[community] = foundGain;
  if (found < 0) removeFromHeap(heap, community);
  else placeInHeap(heap, community);
}
