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

/**
 * Counts values per part and bin, at [part * bins.count + bin], into `all`, and those that `mask` keeps into `kept`,
 * too. `partOf[groupOf[link]]` is the part of a link, -1 = left out.
 */
export function countBins(
  values: Float64Array,
  groupOf: Uint16Array,
  partOf: Int32Array,
  mask: Uint8Array | null,
  bins: Bins,
  all: Uint32Array,
  kept: Uint32Array,
): void {
  all.fill(0);
  kept.fill(0);
  for (let link = 0; link < values.length; link++) {
    const part = partOf[groupOf[link]];
    if (part < 0) continue;
    const at = part * bins.count + binOf(bins, values[link]);
    all[at]++;
    if (mask === null || mask[link] !== 0) kept[at]++;
  }
}
