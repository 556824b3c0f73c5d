import { buildGraph, type WeightedGraph } from './weighted-graph.ts';

/** One vertex per community; what stays inside becomes its loop. */
export function condenseGraph(graph: WeightedGraph, labels: Int32Array, count: number): WeightedGraph {
  const { vertices, offsets, neighbours, weights, loops } = graph;
  const size = neighbours.length / 2 + vertices;
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
  return buildGraph(count, src, dst, weight);
}
