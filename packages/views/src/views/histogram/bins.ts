import { ticks } from 'd3-array';

/** Bins of equal width with round edges; the last one includes its upper edge. */
export interface Bins {
  readonly low: number;
  readonly step: number;
  readonly count: number;
}

/** About `wanted` bins from `low` to `high`; all of them for one value where both are equal. */
export function niceBins(low: number, high: number, wanted: number): Bins {
  if (!(high > low))
    return high > 0 ? niceBins(0, high, wanted) : { low: Math.min(low, 0), step: 1, count: 1 };
  const marks = ticks(low, high, wanted);
  const step = marks.length > 1 ? marks[1] - marks[0] : high - low;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  return { low: first * step, step, count: last - first };
}

/** Values looked at for steps, and the most different ones of values that have steps. */
const SAMPLE = 20_000;
const MOST_STEPS = 400;

/** The step of values that are all multiples of it, such as counts of messages of one size; 0 where they are not. */
export function quantumOf(values: Float64Array): number {
  const seen = new Set<number>([0]);
  for (let i = 0; i < Math.min(values.length, SAMPLE) && seen.size <= MOST_STEPS; i++) seen.add(values[i]);
  if (seen.size > MOST_STEPS) return 0;
  const sorted = [...seen].sort((a, b) => a - b);
  const noise = 1e-9 * Math.abs(sorted[sorted.length - 1] - sorted[0]);
  let step = Number.POSITIVE_INFINITY;
  for (let i = 1; i < sorted.length; i++) {
    const gap = sorted[i] - sorted[i - 1];
    if (gap > noise) step = Math.min(step, gap);
  }
  const isStep = sorted.every((value) => Math.abs(value / step - Math.round(value / step)) < 0.01);
  return Number.isFinite(step) && isStep ? step : 0;
}

/**
 * Bins that hold equally many steps of such values: where some held one more than others, or none, they would rise and
 * fall where the values do not.
 */
export function evenBins(bins: Bins, high: number, quantum: number): Bins {
  const steps = bins.step / quantum;
  if (bins.low < 0 || !(steps > 0.5 && steps < 4)) return bins;
  // A little less, so that a multiple lies above its edge however it was rounded.
  const step = quantum * Math.max(1, Math.round(steps)) * (1 - 1e-9);
  return { low: 0, step, count: Math.floor(high / step) + 1 };
}

export function binEdge(bins: Bins, bin: number): number {
  return bins.low + bin * bins.step;
}

export function binOf(bins: Bins, value: number): number {
  const { count } = bins;
  let bin = Math.min(Math.max(Math.floor((value - bins.low) / bins.step), 0), count - 1);
  if (bin > 0 && value < binEdge(bins, bin)) bin--;
  else if (bin < count - 1 && value >= binEdge(bins, bin + 1)) bin++;
  return bin;
}

/** Where counts go: the bins of one part start at `first`. */
interface BinCounts {
  readonly all: Uint32Array;
  readonly kept: Uint32Array;
  readonly first: number;
}

/** Adds to the counts of the bins every value, and those whose mark in `marks` is 1. */
export function countBins(
  values: Float64Array,
  marks: Uint8Array,
  bins: Bins,
  { all, kept, first }: BinCounts,
): void {
  const { low, count } = bins;
  const last = count - 1;
  const factor = 1 / bins.step;
  const edges = Float64Array.from({ length: count + 1 }, (_, bin) => binEdge(bins, bin));
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const place = (value - low) * factor;
    // The same as binOf, without a call a value.
    let bin = place < count ? (place > 0 ? place | 0 : 0) : last;
    if (bin > 0 && value < edges[bin]) bin--;
    else if (bin < last && value >= edges[bin + 1]) bin++;
    all[first + bin]++;
    kept[first + bin] += marks[i];
  }
}
