/**
 * How many pairs of edges cross when senders are drawn in one column and receivers in the next, both at
 * `positions`: (u1 -> v1) and (u2 -> v2) cross when u1 is above u2 and v1 is below v2. O(E log n).
 */
export function countCrossings(src: Int32Array, dst: Int32Array, positions: Int32Array): number {
  const sorted = receiversBySender(src, dst, positions);
  return countInversions(sorted, positions.length);
}

/** Positions of the receivers, edges sorted by (position of sender, position of receiver). */
function receiversBySender(src: Int32Array, dst: Int32Array, positions: Int32Array): Int32Array {
  const [senders, receivers] = sortBySecond(places(src, positions), places(dst, positions), positions.length);
  return sortBySecond(receivers, senders, positions.length)[0];
}

function places(ranks: Int32Array, positions: Int32Array): Int32Array {
  const result = new Int32Array(ranks.length);
  for (let e = 0; e < ranks.length; e++) result[e] = positions[ranks[e]];
  return result;
}

/** Both columns, in the stable order of the second, whose values are below `bound`. */
function sortBySecond(first: Int32Array, second: Int32Array, bound: number): [Int32Array, Int32Array] {
  const starts = new Int32Array(bound + 1);
  for (let e = 0; e < second.length; e++) starts[second[e] + 1]++;
  for (let key = 0; key < bound; key++) starts[key + 1] += starts[key];
  const sorted: [Int32Array, Int32Array] = [new Int32Array(first.length), new Int32Array(first.length)];
  for (let e = 0; e < second.length; e++) {
    const at = starts[second[e]]++;
    sorted[0][at] = first[e];
    sorted[1][at] = second[e];
  }
  return sorted;
}

/** Pairs in the wrong order, by a Fenwick tree over values 0 .. bound - 1. */
function countInversions(values: Int32Array, bound: number): number {
  const tree = new Int32Array(bound + 1);
  let inversions = 0;
  for (let i = values.length - 1; i >= 0; i--) {
    for (let at = values[i]; at > 0; at &= at - 1) inversions += tree[at];
    for (let at = values[i] + 1; at <= bound; at += at & -at) tree[at]++;
  }
  return inversions;
}

/** Crossings of the lines that lead each member from its place in one column to that in the next. */
export function countReorderings(from: Int32Array, to: Int32Array): number {
  const places = new Int32Array(from.length);
  for (let member = 0; member < from.length; member++) places[from[member]] = to[member];
  return countInversions(places, from.length);
}
