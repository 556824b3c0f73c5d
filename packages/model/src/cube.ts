import type { Nanoseconds } from './units.ts';

/**
 * Running sums of one metric over time, per link: any time range is one subtraction per link.
 * Step s covers times[s] .. times[s + 1]; sums[s * links + l] is the total of link l before times[s].
 */
export interface Cube {
  readonly metric: string;
  readonly links: number;
  readonly steps: number;
  readonly times: Float64Array;
  readonly sums: Float64Array;
  /** Samples that each step has, of which the last may have fewer; left out: 1. */
  readonly samplesPerStep?: number;
}

/** Steps [first, last) that overlap the time range; null = all. */
export function stepRange(
  cube: Pick<Cube, 'times' | 'steps'>,
  range: readonly [Nanoseconds, Nanoseconds] | null,
): [number, number] {
  if (range === null) return [0, cube.steps];
  const [from, to] = range;
  const first = Math.max(0, upperBound(cube.times, from) - 1);
  const last = Math.min(cube.steps, lowerBound(cube.times, to));
  return first < last ? [first, last] : [first, Math.min(cube.steps, first + 1)];
}

/** Total of each link over steps [first, last). */
export function rangeTotals(
  cube: Cube,
  first: number,
  last: number,
  totals: Float64Array = new Float64Array(cube.links),
): Float64Array {
  const { links, sums } = cube;
  const low = first * links;
  const high = last * links;
  for (let link = 0; link < links; link++) {
    totals[link] = sums[high + link] - sums[low + link];
  }
  return totals;
}

export function createCube(metric: string, links: number, times: Float64Array): Cube {
  const steps = times.length - 1;
  return { metric, links, steps, times, sums: new Float64Array((steps + 1) * links) };
}

/** Turns per-step amounts, stored in rows 1..steps of `sums`, into running sums. */
export function accumulate(cube: Cube): Cube {
  const { links, steps, sums } = cube;
  for (let at = links; at < (steps + 1) * links; at++) {
    sums[at] = sums[at] + sums[at - links];
  }
  return cube;
}

export function lowerBound(sorted: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function upperBound(sorted: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
