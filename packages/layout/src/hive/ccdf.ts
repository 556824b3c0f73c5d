import { roundValue } from './hive-cuts.ts';

/** Share of the values that are at least as large, for each value that occurs, in rising order. */
export interface Ccdf {
  readonly values: Float64Array;
  readonly shares: Float64Array;
}

/** Values that differ in their last digits alone are one. */
export function ccdf(column: Float64Array): Ccdf {
  const sorted = column
    .map(roundValue)
    .filter((value) => !Number.isNaN(value))
    .sort();
  const firsts: number[] = [];
  sorted.forEach((value, at) => {
    if (at === 0 || value !== sorted[at - 1]) firsts.push(at);
  });
  return {
    values: Float64Array.from(firsts, (at) => sorted[at]),
    shares: Float64Array.from(firsts, (at) => (sorted.length - at) / sorted.length),
  };
}

/** Where two such curves lie furthest apart. */
export interface CcdfGap {
  /** 0 = the same values, 1 = nothing in common. */
  readonly gap: number;
  /** The value it is found at, and the share of each that is at least as large. */
  readonly value: number;
  readonly one: number;
  readonly two: number;
}

export function largestGap(one: Ccdf, two: Ccdf): CcdfGap {
  let found: CcdfGap = { gap: 0, value: one.values[0] ?? two.values[0] ?? 0, one: 0, two: 0 };
  let [i, j] = [0, 0];
  while (i < one.values.length || j < two.values.length) {
    const value = Math.min(
      one.values[i] ?? Number.POSITIVE_INFINITY,
      two.values[j] ?? Number.POSITIVE_INFINITY,
    );
    const [a, b] = [one.shares[i] ?? 0, two.shares[j] ?? 0];
    if (Math.abs(a - b) > found.gap) found = { gap: Math.abs(a - b), value, one: a, two: b };
    if (one.values[i] === value) i++;
    if (two.values[j] === value) j++;
  }
  return found;
}
