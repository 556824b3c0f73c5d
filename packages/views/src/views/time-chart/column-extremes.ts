/** The lowest and highest value of the steps in each pixel column; NaN where a column has none. */
interface ColumnExtremes {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * Min/max downsampling: a peak of one step among thousands still shows. Steps [first, last) are put
 * into the column of their middle.
 */
export function columnExtremes(
  values: Float64Array,
  times: Float64Array,
  steps: readonly [number, number],
  domain: readonly [number, number],
  columns: number,
): ColumnExtremes {
  const low = new Float64Array(columns).fill(Number.NaN);
  const high = new Float64Array(columns).fill(Number.NaN);
  const span = domain[1] - domain[0];
  for (let step = steps[0]; step < steps[1]; step++) {
    const middle = (times[step] + times[step + 1]) / 2;
    const column = Math.floor(((middle - domain[0]) * columns) / span);
    if (column < 0 || column >= columns) continue;
    const value = values[step];
    if (!(value >= low[column])) low[column] = value;
    if (!(value <= high[column])) high[column] = value;
  }
  return { low, high };
}
