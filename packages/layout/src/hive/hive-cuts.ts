/** Where the three axes of a hive plot begin and end, for one measure of all runs together. */
export interface HiveCuts {
  readonly least: number;
  /** Values up to here lie on the first axis. */
  readonly low: number;
  /** Values above `low` up to here lie on the second, all others on the third. */
  readonly high: number;
  readonly most: number;
}

/** 0 = north, low values; 1 = south-west; 2 = south-east, high values. */
export type HiveAxis = 0 | 1 | 2;

/** Digits that count: the last ones of 1/64 differ by how it was summed. */
const DIGITS = 12;

function roundValue(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : Number.NaN;
}

/** Quantiles at 25 and 75 % of the values of all runs; values that are not known do not count. */
export function pooledCuts(runs: readonly Float64Array[]): HiveCuts {
  const values = runs.flatMap((run) => Array.from(run, roundValue)).filter((value) => !Number.isNaN(value));
  const sorted = Float64Array.from(values).sort();
  return {
    least: sorted[0] ?? 0,
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    most: sorted[sorted.length - 1] ?? 0,
  };
}

/** Linear between the two nearest values. */
function quantile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return 0;
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at));
}

export function axisOf(value: number, { low, high }: HiveCuts): HiveAxis {
  const rounded = roundValue(value);
  if (!(rounded > roundValue(low))) return 0;
  return rounded <= roundValue(high) ? 1 : 2;
}

/** The values an axis may hold. */
export function axisRange(axis: HiveAxis, { least, low, high, most }: HiveCuts): readonly [number, number] {
  return [[least, low] as const, [low, high] as const, [high, most] as const][axis];
}
