import type { EdgeList, Mode } from './adjacency.ts';

/** Edges at each vertex; a self loop counts once each way. */
export function degrees({ vertices, src, dst }: EdgeList, mode: Mode): Float64Array {
  const result = new Float64Array(vertices);
  for (let e = 0; e < src.length; e++) {
    if (mode !== 'in') result[src[e]]++;
    if (mode !== 'out') result[dst[e]]++;
  }
  return result;
}
