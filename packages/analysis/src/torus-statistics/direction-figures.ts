import type { TorusShape } from '@weft/network';

/** Deviations from the mean of all links, summed by direction and by the coordinates of the node that sends. */
export interface DirectionFigures {
  readonly links: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Sum of squared deviations. */
  readonly spread: number;
  /** Links and summed deviations of each direction. */
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  /** The same by direction * values + first value of a dimension + value. */
  readonly valueCounts: Float64Array;
  readonly valueSums: Float64Array;
  /** Where the values of each dimension start. */
  readonly starts: readonly number[];
  /** Sum of all sizes. */
  readonly values: number;
}

/** Two passes: deviations from the mean keep their figures where values hardly differ. */
export function directionFigures(shape: TorusShape, totals: ArrayLike<number>): DirectionFigures {
  const { links, mean, low, high } = meanOf(shape, totals);
  const { sizes, nodeCount, directions, linkAt } = shape;
  const starts = sizes.map((_, d) => sizes.slice(0, d).reduce((sum, size) => sum + size, 0));
  const values = sizes.reduce((sum, size) => sum + size, 0);
  const counts = new Float64Array(directions);
  const sums = new Float64Array(directions);
  const valueCounts = new Float64Array(directions * values);
  const valueSums = new Float64Array(directions * values);
  const at = Int32Array.from(starts);
  let spread = 0;
  for (let node = 0; node < nodeCount; node++) {
    for (let direction = 0; direction < directions; direction++) {
      const link = linkAt[node * directions + direction];
      if (link < 0) continue;
      const deviation = totals[link] - mean;
      spread += deviation * deviation;
      counts[direction]++;
      sums[direction] += deviation;
      const base = direction * values;
      for (let d = 0; d < at.length; d++) {
        valueCounts[base + at[d]]++;
        valueSums[base + at[d]] += deviation;
      }
    }
    step(at, starts, sizes);
  }
  return { links, mean, low, high, spread, counts, sums, valueCounts, valueSums, starts, values };
}

function meanOf({ linkAt }: TorusShape, totals: ArrayLike<number>) {
  let links = 0;
  let sum = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < linkAt.length; slot++) {
    if (linkAt[slot] < 0) continue;
    const value = totals[linkAt[slot]];
    links++;
    sum += value;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return links === 0 ? { links, mean: 0, low: 0, high: 0 } : { links, mean: sum / links, low, high };
}

/** Counts up, the first dimension fastest. */
function step(at: Int32Array, starts: readonly number[], sizes: readonly number[]): void {
  for (let d = 0; d < at.length; d++) {
    if (++at[d] < starts[d] + sizes[d]) return;
    at[d] = starts[d];
  }
}
