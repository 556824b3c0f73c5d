import type { WeightedGraph } from './weighted-graph.ts';

/**
 * Neighbour lists that can be merged. Half-edge h of community c leads to `to[h]`; `mirror[h]` is the
 * same edge in the other list, so that no list is ever searched.
 */
export interface HalfEdgeLists {
  to: Int32Array;
  weight: Float64Array;
  mirror: Int32Array;
  readonly start: Int32Array;
  readonly length: Int32Array;
  readonly capacity: Int32Array;
  used: number;
}

export function createLists(graph: WeightedGraph): HalfEdgeLists {
  const { vertices, offsets, neighbours } = graph;
  const start = offsets.slice(0, vertices);
  const length = new Int32Array(vertices);
  for (let v = 0; v < vertices; v++) length[v] = offsets[v + 1] - offsets[v];
  const mirror = new Int32Array(neighbours.length);
  const next = start.slice();
  // Rows are sorted, so the rows below v reach v in the order in which v lists them.
  for (let v = 0; v < vertices; v++) {
    for (let at = offsets[v]; at < offsets[v + 1]; at++) {
      const back = next[neighbours[at]]++;
      mirror[at] = back;
    }
  }
  return {
    to: neighbours.slice(),
    weight: graph.weights.slice(),
    mirror,
    start,
    length,
    capacity: length.slice(),
    used: neighbours.length,
  };
}

/** Makes one list of two: `from` ends empty, its neighbours now point to `into`. `seat` is all -1. */
export function mergeLists(lists: HalfEdgeLists, into: number, from: number, seat: Int32Array): void {
  reserve(lists, into, lists.length[into] + lists.length[from]);
  const { to, weight, mirror, start, length } = lists;
  let end = start[into] + length[into];
  for (let h = start[into]; h < end; h++) seat[to[h]] = h;
  for (let h = start[from]; h < start[from] + length[from]; h++) {
    const other = to[h];
    if (other === into) continue;
    const back = mirror[h];
    const known = seat[other];
    if (known >= 0) {
      const sum = weight[known] + weight[h];
      weight[known] = sum;
      weight[mirror[known]] = sum;
      removeHalf(lists, other, back);
    } else {
      to[end] = other;
      weight[end] = weight[h];
      mirror[end] = back;
      mirror[back] = end++;
      to[back] = into;
    }
  }
  const between = seat[from];
  length[into] = end - start[into];
  for (let h = start[into]; h < end; h++) seat[to[h]] = -1;
  if (between >= 0) removeHalf(lists, into, between);
  length[from] = 0;
}

/** The last half-edge takes the place of the removed one. */
function removeHalf(lists: HalfEdgeLists, owner: number, half: number): void {
  const { to, weight, mirror, start, length } = lists;
  const last = start[owner] + --length[owner];
  if (last === half) return;
  to[half] = to[last];
  weight[half] = weight[last];
  mirror[half] = mirror[last];
  mirror[mirror[last]] = half;
}

function reserve(lists: HalfEdgeLists, owner: number, needed: number): void {
  if (needed <= lists.capacity[owner]) return;
  const size = 2 * needed;
  while (lists.used + size > lists.to.length) growPool(lists, lists.used + size);
  const { to, weight, mirror, start, length } = lists;
  const from = start[owner];
  for (let i = 0; i < length[owner]; i++) {
    const at = lists.used + i;
    to[at] = to[from + i];
    weight[at] = weight[from + i];
    mirror[at] = mirror[from + i];
    mirror[mirror[at]] = at;
  }
  start[owner] = lists.used;
  lists.capacity[owner] = size;
  lists.used += size;
}

function growPool(lists: HalfEdgeLists, needed: number): void {
  const size = Math.max(needed, 2 * lists.to.length);
  const to = new Int32Array(size);
  const weight = new Float64Array(size);
  const mirror = new Int32Array(size);
  to.set(lists.to);
  weight.set(lists.weight);
  mirror.set(lists.mirror);
  Object.assign(lists, { to, weight, mirror });
}
