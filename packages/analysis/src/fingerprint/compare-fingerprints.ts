import { features } from './features.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { LibraryEntry } from './library.ts';

/** How far values of each feature lie apart between runs of one code: the unit in which differences count. */
export type Spreads = Readonly<Record<string, number>>;

export interface FeatureDifference {
  readonly feature: string;
  readonly left: number;
  readonly right: number;
  /** In units of the feature's spread within a code, at most LARGEST. */
  readonly difference: number;
}

export interface Comparison {
  /** Root of the mean square of the differences; NaN where nothing can be compared. */
  readonly distance: number;
  /** Largest first. */
  readonly differences: readonly FeatureDifference[];
}

/** Differences beyond this tell no more. */
const LARGEST = 10;
/** Least spread within codes, as a share of the spread over all: two runs that agree by chance prove little. */
const LEAST_SHARE = 0.08;
/** With fewer features in common there is no distance. */
const LEAST_FEATURES = 4;

/** Spread within codes, each code counted alike however many runs it has. */
export function featureSpreads(entries: readonly LibraryEntry[]): Spreads {
  const codes = [...new Set(entries.map(({ code }) => code))];
  const spreads: Record<string, number> = {};
  for (const { name } of features) {
    const valuesOf = (runs: readonly LibraryEntry[]): number[] =>
      runs.flatMap(({ features: values }) => values[name] ?? []);
    const within = codes
      .map((code) => valuesOf(entries.filter((entry) => entry.code === code)))
      .filter((values) => values.length > 1);
    const inside = Math.sqrt(average(within.map(variance)));
    const overall = Math.sqrt(variance(valuesOf(entries)));
    spreads[name] = Math.max(inside, LEAST_SHARE * overall, 1e-9);
  }
  return spreads;
}

export function compareFingerprints(left: Fingerprint, right: Fingerprint, spreads: Spreads): Comparison {
  const differences: FeatureDifference[] = [];
  let squares = 0;
  for (const { name } of features) {
    const [a, b] = [left[name], right[name]];
    if (a === undefined || b === undefined) continue;
    const difference = Math.min(LARGEST, Math.abs(a - b) / (spreads[name] ?? 1));
    squares += difference ** 2;
    differences.push({ feature: name, left: a, right: b, difference });
  }
  differences.sort((a, b) => b.difference - a.difference);
  const enough = differences.length >= LEAST_FEATURES;
  return { distance: enough ? Math.sqrt(squares / differences.length) : Number.NaN, differences };
}

/** The distances alone, between any two of many runs. */
export function createDistances(
  entries: readonly LibraryEntry[],
  spreads: Spreads,
): (one: number, other: number) => number {
  const units = Float64Array.from(features, ({ name }) => spreads[name] ?? 1);
  const rows = entries.map(({ features: values }) =>
    Float64Array.from(features, ({ name }) => values[name] ?? Number.NaN),
  );
  return (one, other) => {
    const [left, right] = [rows[one], rows[other]];
    let [squares, count] = [0, 0];
    for (let i = 0; i < units.length; i++) {
      const difference = Math.min(LARGEST, Math.abs(left[i] - right[i]) / units[i]);
      if (Number.isNaN(difference)) continue;
      squares += difference ** 2;
      count++;
    }
    return count >= LEAST_FEATURES ? Math.sqrt(squares / count) : Number.NaN;
  };
}

function average(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}

function variance(values: readonly number[]): number {
  const centre = average(values);
  return values.length > 1
    ? values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
    : 0;
}
