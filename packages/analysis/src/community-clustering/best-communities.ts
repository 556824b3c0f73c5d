import type { CommunityTree } from './cluster-communities.ts';
import { condenseGraph } from './condense-graph.ts';
import { numberByFirst } from './cut-communities.ts';
import { moveVertices } from './move-vertices.ts';
import type { WeightedGraph } from './weighted-graph.ts';

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
 * A partition of high modularity that need not be a cut of the greedy tree, whose merges cannot be undone:
 * single vertices move while that helps, then the communities they form as a whole, and so on; on the
 * way back each level is put right once more. Numbered by smallest member.
 */
export function bestCommunities(graph: WeightedGraph): Int32Array {
  const labels = Int32Array.from({ length: graph.vertices }, (_, v) => v);
  moveVertices(graph, labels);
  const small = numberByFirst(labels);
  const count = countLabels(small);
  if (count === graph.vertices) return small;
  const large = bestCommunities(condenseGraph(graph, small, count));
  const joined = small.map((label) => large[label]);
  moveVertices(graph, joined);
  return numberByFirst(joined);
}

/** Labels are 0 .. count - 1. */
export function countLabels(labels: Int32Array): number {
  return labels.reduce((most, label) => Math.max(most, label + 1), 0);
}
