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

export function roundValue(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : Number.NaN;
}

/** Where axes are cut: at shares of all values, at thirds of their range, or at given values. */
export type HiveCutRule =
  | { readonly kind: 'shares'; readonly low: number; readonly high: number }
  | { readonly kind: 'range' }
  | { readonly kind: 'values'; readonly low: number; readonly high: number };

/** The rule of the paper. */
export const quarterCuts: HiveCutRule = { kind: 'shares', low: 0.25, high: 0.75 };

/** Cuts of the values of all runs together; values that are not known do not count. */
export function pooledCuts(runs: readonly Float64Array[], rule: HiveCutRule = quarterCuts): HiveCuts {
  const sorted = sortKnown(runs);
  const least = sorted[0] ?? 0;
  const most = sorted[sorted.length - 1] ?? 0;
  const within = (value: number): number => Math.min(most, Math.max(least, value));
  switch (rule.kind) {
    case 'shares':
      return { least, low: quantile(sorted, rule.low), high: quantile(sorted, rule.high), most };
    case 'range':
      return { least, low: least + (most - least) / 3, high: most - (most - least) / 3, most };
    case 'values':
      return { least, low: within(rule.low), high: within(rule.high), most };
  }
}

function sortKnown(runs: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(runs.reduce((sum, run) => sum + run.length, 0));
  let count = 0;
  for (const run of runs) {
    for (const value of run) if (Number.isFinite(value)) all[count++] = roundValue(value);
  }
  return all.subarray(0, count).sort();
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

/** The values an axis may hold where its own measure cuts it. */
export function axisRange(axis: HiveAxis, { least, low, high, most }: HiveCuts): readonly [number, number] {
  return [[least, low] as const, [low, high] as const, [high, most] as const][axis];
}
