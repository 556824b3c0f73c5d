/** Values within this factor of the largest are as large as it. */
const ALIKE = 1.5;
/** The share of the others that the largest need not exceed. */
const TAIL = 0.05;
/** Factors are told up to this one: what is compared with nothing stands out by it. */
export const MOST_FACTOR = 32;
/** Standard deviation over median absolute deviation of a normal distribution. */
const SIGMA = 1.4826;
/** Logarithms spread by at least so much: of values that are all the same, every other would be far away. */
const LEAST_SPREAD = 0.05;
/** Values below this share of the mean count as it, so that their logarithm exists. */
const LEAST_SHARE = 0.01;

export interface StandOut {
  /** Place of the largest value. */
  readonly at: number;
  readonly value: number;
  /** So many values are as large as it, itself included. */
  readonly alike: number;
  /** Exceeded by 5 % of the others that are not 0. */
  readonly next: number;
  readonly median: number;
  /** Value over next. */
  readonly factor: number;
  /** Robust standard deviations of the logarithms between the median and the value. */
  readonly sigmas: number;
}

/** How far the largest value is above the others; null where there are fewer than two, or all are 0. */
export function standOut(values: ArrayLike<number>): StandOut | null {
  const order = Array.from(values, (_, at) => at).sort((a, b) => values[b] - values[a]);
  const value = values[order[0]];
  if (order.length < 2 || !(value > 0)) return null;
  const alike = order.filter((at) => values[at] * ALIKE >= value).length;
  const others = order.slice(alike).filter((at) => values[at] > 0);
  const next = others.length > 0 ? values[others[Math.floor(others.length * TAIL)]] : 0;
  const median = values[order[order.length >> 1]];
  const factor = next > 0 ? Math.min(MOST_FACTOR, value / next) : MOST_FACTOR;
  return { at: order[0], value, alike, next, median, factor, sigmas: sigmasAbove(values, value) };
}

/** How far a value is above the median of others, in logarithms. */
export function sigmasAbove(values: ArrayLike<number>, value: number): number {
  const all = Array.from(values);
  const least = (LEAST_SHARE * all.reduce((sum, one) => sum + one, 0)) / Math.max(1, all.length);
  if (!(least > 0)) return MOST_FACTOR;
  const logs = all.map((one) => Math.log(Math.max(one, least)));
  const middle = quantile(logs, 0.5);
  const spread =
    SIGMA *
    quantile(
      logs.map((log) => Math.abs(log - middle)),
      0.5,
    );
  return (Math.log(Math.max(value, least)) - middle) / Math.max(LEAST_SPREAD, spread);
}

/** The value that a share of all values is below, 0 .. 1; NaN of none. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0
    ? Number.NaN
    : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
