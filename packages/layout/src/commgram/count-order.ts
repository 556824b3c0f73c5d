/** Indices in the order of (first, second): two counting sorts of small whole numbers. */
export function countOrder(first: Int32Array, second: Int32Array): Int32Array {
  const size = first.length;
  const bySecond = countingSort(
    Int32Array.from({ length: size }, (_, i) => i),
    second,
  );
  return countingSort(bySecond, first);
}

function countingSort(order: Int32Array, keys: Int32Array): Int32Array {
  const most = keys.reduce((high, key) => Math.max(high, key), -1);
  const starts = new Int32Array(most + 2);
  for (const key of keys) starts[key + 1]++;
  for (let key = 0; key <= most; key++) starts[key + 1] += starts[key];
  const sorted = new Int32Array(order.length);
  for (const at of order) sorted[starts[keys[at]]++] = at;
  return sorted;
}
