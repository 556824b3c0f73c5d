import { type CommunityTree, clusterCommunities } from './cluster-communities.ts';
import { cutCommunities, numberByFirst } from './cut-communities.ts';
import { modularity } from './modularity.ts';
import { buildGraph, vertexDegrees, type WeightedGraph } from './weighted-graph.ts';

export interface BestCommunities {
  readonly count: number;
  readonly labels: Int32Array;
  readonly modularity: number;
}

/** The number of communities at which the tree's modularity is highest; the fewest among equals. */
export function bestCount(tree: CommunityTree): number {
  let sum = 0;
  let most = 0;
  let merges = 0;
  for (let step = 0; step < tree.gains.length; step++) {
    sum += tree.gains[step];
    if (sum >= most) {
      most = sum;
      merges = step + 1;
    }
  }
  return tree.vertices - merges;
}

/**
 * The best partition found when nesting is not needed. The merges of a greedy tree cannot be undone,
 * which costs modularity; so single vertices move while that raises it, first between the many small
 * communities of a fine cut, then, after these have been clustered anew, between the large ones. The
 * better of this and of the improved plain cut is the answer.
 */
export function bestCommunities(graph: WeightedGraph, tree: CommunityTree): BestCommunities {
  const plain = improve(graph, cutCommunities(tree, bestCount(tree)));
  const fine = improve(graph, cutCommunities(tree, Math.ceil(graph.vertices / FINE)));
  const coarse = condense(graph, fine.labels, fine.count);
  const coarseTree = clusterCommunities(coarse);
  const groups = cutCommunities(coarseTree, bestCount(coarseTree));
  const anew = improve(
    graph,
    fine.labels.map((label) => groups[label]),
  );
  return anew.modularity > plain.modularity ? anew : plain;
}

/** Vertices per community of the fine cut. */
const FINE = 2;
const SWEEPS = 3;

function improve(graph: WeightedGraph, labels: Int32Array): BestCommunities {
  moveVertices(graph, labels, SWEEPS);
  const numbered = numberByFirst(labels);
  const count = numbered.reduce((most, label) => Math.max(most, label + 1), 0);
  return { count, labels: numbered, modularity: modularity(graph, numbered) };
}

/** One vertex per community. */
function condense(graph: WeightedGraph, labels: Int32Array, count: number): WeightedGraph {
  const { vertices, offsets, neighbours, weights, loops } = graph;
  const size = neighbours.length + vertices;
  const src = new Int32Array(size);
  const dst = new Int32Array(size);
  const weight = new Float64Array(size);
  let edges = 0;
  for (let v = 0; v < vertices; v++) {
    src[edges] = labels[v];
    dst[edges] = labels[v];
    weight[edges++] = loops[v];
    for (let at = offsets[v]; at < offsets[v + 1]; at++) {
      if (neighbours[at] < v) continue;
      src[edges] = labels[v];
      dst[edges] = labels[neighbours[at]];
      weight[edges++] = weights[at];
    }
  }
  return buildGraph(count, src.subarray(0, edges), dst.subarray(0, edges), weight.subarray(0, edges));
}

function moveVertices(graph: WeightedGraph, labels: Int32Array, sweeps: number): void {
  const degrees = vertexDegrees(graph);
  const totals = new Float64Array(graph.vertices);
  let all = 0;
  for (let v = 0; v < graph.vertices; v++) {
    totals[labels[v]] += degrees[v];
    all += degrees[v];
  }
  const shared = new Float64Array(graph.vertices);
  for (let sweep = 0, moved = 1; sweep < sweeps && moved > 0; sweep++) {
    moved = 0;
    for (let v = 0; v < graph.vertices; v++) {
      const to = bestMove(graph, labels, totals, shared, degrees[v], all, v);
      if (to === labels[v]) continue;
      totals[labels[v]] -= degrees[v];
      totals[to] += degrees[v];
      labels[v] = to;
      moved++;
    }
  }
}

function bestMove(
  { offsets, neighbours, weights }: WeightedGraph,
  labels: Int32Array,
  totals: Float64Array,
  shared: Float64Array,
  degree: number,
  all: number,
  v: number,
): number {
  const from = offsets[v];
  const to = offsets[v + 1];
  for (let at = from; at < to; at++) shared[labels[neighbours[at]]] += weights[at];
  const own = labels[v];
  let best = own;
  let bestValue = shared[own] - ((totals[own] - degree) * degree) / all;
  for (let at = from; at < to; at++) {
    const label = labels[neighbours[at]];
    if (label === own) continue;
    const value = shared[label] - (totals[label] * degree) / all;
    if (value > bestValue || (value === bestValue && best !== own && label < best)) {
      best = label;
      bestValue = value;
    }
  }
  for (let at = from; at < to; at++) shared[labels[neighbours[at]]] = 0;
  return best;
}
