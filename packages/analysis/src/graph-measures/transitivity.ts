import type { Adjacency } from './adjacency.ts';

/**
 * Local transitivity: the share of the pairs of a vertex's neighbours that are joined themselves; 0 where it has
 * fewer than two. Takes a simple undirected graph. Each triangle is found once, from its corner of least degree.
 */
export function transitivity(graph: Adjacency): Float64Array {
  const { vertices, offsets } = graph;
  const { offsets: starts, targets: higher } = towardsHigherDegree(graph);
  const triangles = new Float64Array(vertices);
  const mark = new Int32Array(vertices).fill(-1);
  for (let v = 0; v < vertices; v++) {
    for (let a = starts[v]; a < starts[v + 1]; a++) mark[higher[a]] = v;
    for (let a = starts[v]; a < starts[v + 1]; a++) {
      const w = higher[a];
      for (let b = starts[w]; b < starts[w + 1]; b++) {
        if (mark[higher[b]] !== v) continue;
        triangles[v]++;
        triangles[w]++;
        triangles[higher[b]]++;
      }
    }
  }
  return triangles.map((count, v) => {
    const degree = offsets[v + 1] - offsets[v];
    return degree < 2 ? 0 : (2 * count) / (degree * (degree - 1));
  });
}

/** Each edge once, towards the end of higher degree; among equals towards the higher number. */
function towardsHigherDegree({ vertices, offsets, targets }: Adjacency): Adjacency {
  const starts = new Int32Array(vertices + 1);
  const higher = new Int32Array(targets.length >> 1);
  let length = 0;
  for (let v = 0; v < vertices; v++) {
    const degree = offsets[v + 1] - offsets[v];
    for (let a = offsets[v]; a < offsets[v + 1]; a++) {
      const w = targets[a];
      const other = offsets[w + 1] - offsets[w];
      if (other > degree || (other === degree && w > v)) higher[length++] = w;
    }
    starts[v + 1] = length;
  }
  return { vertices, offsets: starts, targets: higher };
}
