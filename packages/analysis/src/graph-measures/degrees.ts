import type { Adjacency } from './adjacency.ts';

/** Edges at each vertex of a graph with every edge of a pair; a self loop counts once each way. */
export function degrees({ vertices, offsets }: Adjacency): Float64Array {
  const result = new Float64Array(vertices);
  for (let v = 0; v < vertices; v++) result[v] = offsets[v + 1] - offsets[v];
  return result;
}
