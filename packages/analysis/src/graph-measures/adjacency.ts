/** A graph by vertex: the neighbours of vertex v are targets[offsets[v] .. offsets[v + 1]). */
export interface Adjacency {
  readonly vertices: number;
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
}

/** Directed edges; several may join the same pair. */
export interface EdgeList {
  readonly vertices: number;
  readonly src: Int32Array;
  readonly dst: Int32Array;
}

export type Mode = 'out' | 'in' | 'all';

/** Neighbours along the edges, against them, or both; with every edge of a pair and with self loops. */
export function adjacencyOf({ vertices, src, dst }: EdgeList, mode: Mode): Adjacency {
  const offsets = new Int32Array(vertices + 1);
  const [out, back] = [mode !== 'in', mode !== 'out'];
  for (let e = 0; e < src.length; e++) {
    if (out) offsets[src[e] + 1]++;
    if (back) offsets[dst[e] + 1]++;
  }
  for (let v = 0; v < vertices; v++) offsets[v + 1] += offsets[v];
  const next = offsets.slice(0, vertices);
  const targets = new Int32Array(offsets[vertices]);
  for (let e = 0; e < src.length; e++) {
    if (out) targets[next[src[e]]++] = dst[e];
    if (back) targets[next[dst[e]]++] = src[e];
  }
  return { vertices, offsets, targets };
}

/** The same with one edge a pair, no self loops, and neighbours in rising order. */
export function simplify({ vertices, offsets, targets }: Adjacency): Adjacency {
  const sorted = targets.slice();
  const kept = new Int32Array(vertices + 1);
  let length = 0;
  for (let v = 0; v < vertices; v++) {
    const row = targets.slice(offsets[v], offsets[v + 1]).sort();
    let last = -1;
    for (const w of row) {
      if (w === last || w === v) continue;
      last = w;
      sorted[length++] = w;
    }
    kept[v + 1] = length;
  }
  return { vertices, offsets: kept, targets: sorted.slice(0, length) };
}

/** Every vertex, those joined closely beside each other: sources in this order share their paths. */
export function breadthFirstOrder({ vertices, offsets, targets }: Adjacency): Int32Array {
  const order = new Int32Array(vertices);
  const seen = new Uint8Array(vertices);
  let tail = 0;
  for (let root = 0; root < vertices; root++) {
    if (seen[root]) continue;
    seen[root] = 1;
    let head = tail;
    order[tail++] = root;
    while (head < tail) {
      const v = order[head++];
      for (let a = offsets[v]; a < offsets[v + 1]; a++) {
        if (seen[targets[a]]) continue;
        seen[targets[a]] = 1;
        order[tail++] = targets[a];
      }
    }
  }
  return order;
}
