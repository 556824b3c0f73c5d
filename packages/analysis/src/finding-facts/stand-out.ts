/** Values within this factor of the largest are as large as it. */
const ALIKE = 1.5;
/** The share of the others that the largest need not exceed. */
const TAIL = 0.05;
/** A gap below what stands out is looked for among the first few, or this share of the values. */
const FEW = 3;
const FIRST = 0.04;
/** How the values next to the largest lie is told by so many of them, or this share of all. */
const FEWEST_NEXT = 8;
const NEXT = 0.1;
/** Factors are told up to this one: what is compared with nothing stands out by it. */
export const MOST_FACTOR = 32;
/** Chance makes a lead of so many e-folds in one of 250 sets of values. */
export const RARE_EFOLDS = 5.5;
/** Standard deviation over median absolute deviation of a normal distribution. */
const SIGMA = 1.4826;
/** So many values of a normal distribution lie within one standard deviation. */
const WITHIN_SIGMA = 0.68;
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
  /** Value over the second largest. */
  readonly lead: number;
  /**
   * How unlikely chance makes that lead, in e-folds. In logarithms the largest of many values is ahead of the second as the values
   * next to it are, on average, above those that follow (Rényi), whatever the values further down are like.
   */
  readonly leadEfolds: number;
  /** Value over next. */
  readonly factor: number;
  /** Robust standard deviations of the logarithms between the median and the value. */
  readonly sigmas: number;
  /** One of these deviations. */
  readonly spread: number;
  readonly gap: Gap;
}

/** The widest gap among the first values: chance leaves none between the largest and the rest. */
interface Gap {
  /** In the same deviations. */
  readonly sigmas: number;
  /** The largest value over that which 5 % of those below the gap exceed. */
  readonly factor: number;
}

/** How far the largest value is above the others; null where there are fewer than two, or all are 0. */
export function standOut(values: ArrayLike<number>): StandOut | null {
  const order = Array.from(values, (_, at) => at).sort((a, b) => values[b] - values[a]);
  const sorted = order.map((at) => values[at]);
  const [value] = sorted;
  if (order.length < 2 || !(value > 0)) return null;
  const alike = sorted.filter((one) => one * ALIKE >= value).length;
  const { middle, spread, log } = logSpread(values);
  const logs = sorted.map(log);
  const { above, width } = widestGap(logs);
  return {
    at: order[0],
    value,
    alike,
    next: nextBelow(sorted, alike),
    median: sorted[sorted.length >> 1],
    lead: factorOver(value, sorted[1]),
    leadEfolds: leadEfolds(logs),
    factor: factorOver(value, nextBelow(sorted, alike)),
    sigmas: (log(value) - middle) / spread,
    spread,
    gap: { sigmas: width / spread, factor: factorOver(value, nextBelow(sorted, above)) },
  };
}

/** Exceeded by 5 % of those from a place on that are not 0. */
function nextBelow(sorted: readonly number[], from: number): number {
  const others = sorted.slice(from).filter((one) => one > 0);
  return others.length > 0 ? others[Math.floor(others.length * TAIL)] : 0;
}

function factorOver(value: number, next: number): number {
  return next > 0 ? Math.min(MOST_FACTOR, value / next) : MOST_FACTOR;
}

function widestGap(logs: readonly number[]): { readonly above: number; readonly width: number } {
  const last = Math.min(logs.length - 1, Math.max(FEW, Math.floor(FIRST * logs.length)));
  let widest = { above: 1, width: 0 };
  for (let above = 1; above <= last; above++) {
    const width = logs[above - 1] - logs[above];
    if (width > widest.width) widest = { above, width };
  }
  return widest;
}

function leadEfolds(logs: readonly number[]): number {
  const next = Math.min(logs.length - 2, Math.max(FEWEST_NEXT, Math.floor(NEXT * logs.length)));
  if (next < 1) return 0;
  const above = logs.slice(1, 1 + next).reduce((sum, one) => sum + one - logs[1 + next], 0) / next;
  return next * Math.log1p((logs[0] - logs[1]) / Math.max(LEAST_SPREAD, above) / next);
}

/** How far a value is above the median of others, in logarithms. */
export function sigmasAbove(values: ArrayLike<number>, value: number): number {
  const { middle, spread, log } = logSpread(values);
  return spread > 0 ? (log(value) - middle) / spread : MOST_FACTOR;
}

interface LogSpread {
  readonly middle: number;
  /** 0 where all values are. */
  readonly spread: number;
  readonly log: (value: number) => number;
}

function logSpread(values: ArrayLike<number>): LogSpread {
  const all = Array.from(values);
  const least = (LEAST_SHARE * all.reduce((sum, one) => sum + one, 0)) / Math.max(1, all.length);
  const log = (value: number) => Math.log(Math.max(value, least));
  if (!(least > 0)) return { middle: 0, spread: 0, log };
  const logs = all.map(log);
  const middle = quantile(logs, 0.5);
  const deviations = logs.map((one) => Math.abs(one - middle));
  const usual = SIGMA * quantile(deviations, 0.5);
  // Amounts of a few whole messages are mostly the same: then those that are not tell the deviation.
  const spread = usual > LEAST_SPREAD ? usual : quantile(deviations, WITHIN_SIGMA);
  return { middle, spread: Math.max(LEAST_SPREAD, spread), log };
}

/** The value that a share of all values is below, 0 .. 1; NaN of none. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0
    ? Number.NaN
    : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export function mostOfOthers(values: Float64Array, at: number): number {
  return values.reduce((most, value, other) => (other === at ? most : Math.max(most, value)), 0);
}
