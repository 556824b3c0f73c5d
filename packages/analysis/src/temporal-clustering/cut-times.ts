import { sortOrder } from '../radix-sort/radix-sort.ts';
import type { TimeTree } from './cluster-times.ts';

/**
 * Starts of `count` clusters among leaves [from, to), which are one cluster of the tree or all of it:
 * the last count - 1 merges are undone. With Q leaves these are the sub-trees whose root was made at
 * step <= Q - count and whose parent was made later. The result begins with `from` and ends with `to`.
 */
export function cutTimes(tree: TimeTree, count: number, from = 0, to = tree.leaves): Int32Array {
  const leaves = to - from;
  if (leaves <= 0) return new Int32Array(0);
  const cuts = Math.min(Math.max(1, Math.floor(count)), leaves) - 1;
  const gaps = largestGaps(tree.distances, from, to - 1, cuts).sort();
  const starts = new Int32Array(gaps.length + 2);
  starts[0] = from;
  for (let i = 0; i < gaps.length; i++) starts[i + 1] = gaps[i] + 1;
  starts[gaps.length + 1] = to;
  return starts;
}

/** The `count` gaps of [from, to) that close last, in no particular order. */
function largestGaps(distances: Float64Array, from: number, to: number, count: number): Int32Array {
  if (count >= to - from) return Int32Array.from({ length: to - from }, (_, i) => from + i);
  if (count > 4096) {
    return sortOrder(distances.subarray(from, to))
      .subarray(to - from - count)
      .map((gap) => gap + from);
  }
  const heap = new Int32Array(count);
  if (count === 0) return heap;
  for (let i = 0; i < count; i++) heap[i] = from + i;
  for (let i = (count >> 1) - 1; i >= 0; i--) siftDown(heap, i, distances);
  let least = distances[heap[0]];
  for (let gap = from + count; gap < to; gap++) {
    // A later gap of the same distance closes later, so it replaces an earlier one.
    if (distances[gap] < least) continue;
    heap[0] = gap;
    siftDown(heap, 0, distances);
    least = distances[heap[0]];
  }
  return heap;
}

/** Heap of gaps whose top closes first. */
function siftDown(heap: Int32Array, start: number, distances: Float64Array): void {
  const item = heap[start];
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && closesBefore(heap[child + 1], heap[child], distances)) child++;
    if (!closesBefore(heap[child], item, distances)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = item;
}

function closesBefore(a: number, b: number, distances: Float64Array): boolean {
  return distances[a] < distances[b] || (distances[a] === distances[b] && a < b);
}

/** For each gap the step, 1 .. Q - 1, at which it closes. */
export function mergeSteps(tree: TimeTree): Int32Array {
  const order = sortOrder(tree.distances);
  const steps = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) steps[order[i]] = i + 1;
  return steps;
}
