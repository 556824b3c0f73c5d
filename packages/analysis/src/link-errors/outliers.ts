/** Deviations from the median, in units of the standard deviation of a normal distribution, from which a value stands out. */
const FAR = 6;
/** Standard deviation over median absolute deviation of a normal distribution. */
const SIGMA = 1.4826;

interface Outliers {
  readonly median: number;
  /** Indices of what stands out, largest first. */
  readonly found: number[];
}

/** Values far above the median, and more than twice of it. Where more than half are 0, every other value stands out. */
export function findOutliers(values: Float64Array): Outliers {
  const median = medianOf(values);
  const limit = Math.max(
    2 * median,
    median + FAR * SIGMA * medianOf(values.map((value) => Math.abs(value - median))),
  );
  const found = Array.from(values.keys()).filter((at) => values[at] > limit);
  return { median, found: found.sort((a, b) => values[b] - values[a] || a - b) };
}

function medianOf(values: Float64Array): number {
  return values.length === 0 ? 0 : values.toSorted()[values.length >> 1];
}
