import { adjacencyOf, type EdgeList } from './adjacency.ts';

const TOLERANCE = 1e-13;
const MOST_ROUNDS = 10_000;

/**
 * PageRank of a directed multigraph by Gauss-Seidel rounds. A vertex that sends nothing hands its rank to all
 * vertices alike. The sum is one.
 */
export function pageRank(edges: EdgeList, damping = 0.85): Float64Array {
  const { vertices } = edges;
  const { offsets, targets } = adjacencyOf(edges, 'in');
  const sent = new Float64Array(vertices);
  for (let e = 0; e < edges.src.length; e++) sent[edges.src[e]]++;
  const rank = new Float64Array(vertices).fill(1 / vertices);
  const perEdge = rank.map((value, v) => (sent[v] > 0 ? value / sent[v] : 0));
  let idle = 0;
  for (let v = 0; v < vertices; v++) if (sent[v] === 0) idle += rank[v];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let moved = 0;
    for (let v = 0; v < vertices; v++) {
      let received = 0;
      for (let a = offsets[v]; a < offsets[v + 1]; a++) received += perEdge[targets[a]];
      const value = (1 - damping) / vertices + damping * (received + idle / vertices);
      if (sent[v] === 0) idle += value - rank[v];
      else perEdge[v] = value / sent[v];
      moved += Math.abs(value - rank[v]);
      rank[v] = value;
    }
    if (moved < TOLERANCE) break;
  }
  const total = rank.reduce((sum, value) => sum + value, 0);
  return total > 0 ? rank.map((value) => value / total) : rank;
}
