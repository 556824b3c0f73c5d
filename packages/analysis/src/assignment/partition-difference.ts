import { assignRows } from './assign-rows.ts';

/**
 * Difference of two partitions of the same members: the communities of both, padded with empty ones,
 * are matched so that the sum of |A symmetric difference B| is least. Communities are numbered from 0.
 * |A| + |B| - 2 |A and B| summed over a matching is 2 n less twice the overlap, so one table of
 * overlaps gives all costs.
 */
export function partitionDifference(a: Int32Array, b: Int32Array, countA: number, countB: number): number {
  const size = Math.max(countA, countB);
  const costs = new Float64Array(size * size);
  for (let member = 0; member < a.length; member++) costs[a[member] * size + b[member]]--;
  return 2 * a.length + 2 * assignRows(size, costs).cost;
}

export function countCommunities(labels: Int32Array): number {
  let count = 0;
  for (const label of labels) if (label >= count) count = label + 1;
  return count;
}
