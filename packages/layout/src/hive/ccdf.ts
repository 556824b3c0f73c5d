/** Share of the values that are at least as large, for each value that occurs, in rising order. */
export interface Ccdf {
  readonly values: Float64Array;
  readonly shares: Float64Array;
}

export function ccdf(column: Float64Array): Ccdf {
  const sorted = column.filter((value) => !Number.isNaN(value)).sort();
  const firsts = [...sorted.keys()].filter((at) => at === 0 || sorted[at] !== sorted[at - 1]);
  return {
    values: Float64Array.from(firsts, (at) => sorted[at]),
    shares: Float64Array.from(firsts, (at) => (sorted.length - at) / sorted.length),
  };
}

/** Largest difference of two such curves: 0 = the same values, 1 = nothing in common. */
export function ccdfGap(one: Float64Array, two: Float64Array): number {
  const [a, b] = [ccdf(one), ccdf(two)];
  return [...a.values, ...b.values].reduce(
    (most, value) => Math.max(most, Math.abs(shareFrom(a, value) - shareFrom(b, value))),
    0,
  );
}

function shareFrom({ values, shares }: Ccdf, value: number): number {
  const at = values.findIndex((one) => one >= value);
  return at < 0 ? 0 : shares[at];
}
