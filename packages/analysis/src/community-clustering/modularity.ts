import { vertexDegrees, type WeightedGraph } from './weighted-graph.ts';

/** Newman's modularity of a partition: sum over communities of (inside / W) - (degrees / W)^2. */
export function modularity(graph: WeightedGraph, communities: Int32Array): number {
  const degrees = vertexDegrees(graph);
  const count = communities.reduce((most, c) => Math.max(most, c + 1), 0);
  const inside = new Float64Array(count);
  const total = new Float64Array(count);
  let all = 0;
  for (let v = 0; v < graph.vertices; v++) {
    const c = communities[v];
    total[c] += degrees[v];
    all += degrees[v];
    inside[c] += 2 * graph.loops[v];
    for (let at = graph.offsets[v]; at < graph.offsets[v + 1]; at++) {
      if (communities[graph.neighbours[at]] === c) inside[c] += graph.weights[at];
    }
  }
  if (all === 0) return 0;
  let sum = 0;
  for (let c = 0; c < count; c++) sum += inside[c] / all - (total[c] / all) ** 2;
  return sum;
}
