import { bestCommunities, bestCount, countLabels } from './best-communities.ts';
import { type CommunityTree, clusterCommunities } from './cluster-communities.ts';
import { condenseGraph } from './condense-graph.ts';
import { cutCommunities } from './cut-communities.ts';
import { interleaveTrees } from './interleave-trees.ts';
import { modularity } from './modularity.ts';
import { vertexDegrees, type WeightedGraph } from './weighted-graph.ts';

/** A tree is worth leaving the plain rule for if its best cut is better by this much modularity. */
const WORTH = 0.001;

/**
 * The tree of a phase: that of Clauset, Newman and Moore, or, where a clearly better partition is found, the
 * same rule with the pairs inside that partition's communities before all others.
 */
export function communityTree(graph: WeightedGraph): CommunityTree {
  const greedy = clusterCommunities(graph);
  const best = bestCommunities(graph);
  const plain = modularity(graph, cutCommunities(greedy, bestCount(greedy)));
  return modularity(graph, best) > plain + WORTH ? clusterWithin(graph, best) : greedy;
}

/** Merges inside each community first, largest gain of all of them first, then the communities. */
export function clusterWithin(graph: WeightedGraph, labels: Int32Array): CommunityTree {
  const n = graph.vertices;
  const count = countLabels(labels);
  const tree: CommunityTree = {
    vertices: n,
    left: new Int32Array(Math.max(0, n - 1)),
    right: new Int32Array(Math.max(0, n - 1)),
    gains: new Float64Array(Math.max(0, n - 1)),
  };
  const members = membersOf(labels, count);
  const roots = interleaveTrees(tree, innerTrees(graph, labels, members), members);
  const outer = clusterCommunities(condenseGraph(graph, labels, count));
  appendTree(tree, outer, n - count, roots);
  return tree;
}

function membersOf(labels: Int32Array, count: number): Int32Array[] {
  const sizes = new Int32Array(count);
  for (const label of labels) sizes[label]++;
  const members = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  labels.forEach((label, v) => {
    members[label][sizes[label]++] = v;
  });
  return members;
}

/** The tree of each community, its vertices numbered by their place among its members. */
function innerTrees(
  graph: WeightedGraph,
  labels: Int32Array,
  members: readonly Int32Array[],
): CommunityTree[] {
  const total = vertexDegrees(graph).reduce((sum, degree) => sum + degree, 0);
  const places = new Int32Array(graph.vertices);
  for (const vertices of members) for (let i = 0; i < vertices.length; i++) places[vertices[i]] = i;
  return members.map((vertices) => clusterCommunities(inside(graph, labels, vertices, places), total));
}

/** What some vertices exchange; traffic with others counts half as a loop, so that degrees stay. */
function inside(
  { offsets, neighbours, weights, loops }: WeightedGraph,
  labels: Int32Array,
  vertices: Int32Array,
  places: Int32Array,
): WeightedGraph {
  const most = vertices.reduce((sum, v) => sum + offsets[v + 1] - offsets[v], 0);
  const part = {
    vertices: vertices.length,
    offsets: new Int32Array(vertices.length + 1),
    neighbours: new Int32Array(most),
    weights: new Float64Array(most),
    loops: Float64Array.from(vertices, (v) => loops[v]),
  };
  let size = 0;
  vertices.forEach((v, i) => {
    for (let at = offsets[v]; at < offsets[v + 1]; at++) {
      const other = neighbours[at];
      if (labels[other] !== labels[v]) part.loops[i] += weights[at] / 2;
      else {
        part.neighbours[size] = places[other];
        part.weights[size++] = weights[at];
      }
    }
    part.offsets[i + 1] = size;
  });
  return { ...part, neighbours: part.neighbours.subarray(0, size), weights: part.weights.subarray(0, size) };
}

/** The merges of `top`, whose leaves are `roots`, after the first `made`. */
function appendTree(tree: CommunityTree, top: CommunityTree, made: number, roots: Int32Array): void {
  const place = (node: number) =>
    node < top.vertices ? roots[node] : tree.vertices + made + node - top.vertices;
  for (let step = 0; step < top.gains.length; step++) {
    tree.left[made + step] = place(top.left[step]);
    tree.right[made + step] = place(top.right[step]);
    tree.gains[made + step] = top.gains[step];
  }
}
