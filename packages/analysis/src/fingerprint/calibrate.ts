import { createDistances, featureSpreads, type Spreads } from './compare-fingerprints.ts';
import type { LibraryEntry } from './library.ts';

/** Of a hundred genuine runs one is refused. */
const FALSE_ALARMS = 0.01;

/** What the runs of a library say about how far runs of one code lie apart. */
export interface Calibration {
  readonly spreads: Spreads;
  /** Largest distance at which a run is still taken for one of the code. */
  readonly limits: ReadonlyMap<string, number>;
  /** A claim is refused where another code is nearer by more than this factor. */
  readonly ratio: number;
  /** Below this margin to the second code the first is not certain. */
  readonly leastMargin: number;
}

/** Each run against all others: the nearest of its own code and the nearest of another. */
interface HeldOut {
  readonly entry: LibraryEntry;
  /** NaN where it is the only run of its code. */
  readonly own: number;
  readonly other: number;
}

function holdOut(entries: readonly LibraryEntry[], spreads: Spreads): HeldOut[] {
  const distance = createDistances(entries, spreads);
  return entries.map((entry, at) => {
    let [own, other] = [Number.NaN, Number.POSITIVE_INFINITY];
    entries.forEach(({ code }, index) => {
      const apart = index === at ? Number.NaN : distance(at, index);
      if (code !== entry.code) other = apart < other ? apart : other;
      else if (!(apart >= own)) own = Number.isNaN(apart) ? own : apart;
    });
    return { entry, own, other };
  });
}

export function calibrate(entries: readonly LibraryEntry[]): Calibration {
  const spreads = featureSpreads(entries);
  const tried = holdOut(entries, spreads).filter(({ own }) => !Number.isNaN(own));
  const common = quantile(
    tried.map(({ own }) => own),
    1 - FALSE_ALARMS,
  );
  const limits = new Map<string, number>();
  for (const code of new Set(entries.map((entry) => entry.code))) {
    const own = tried.filter(({ entry }) => entry.code === code).map((one) => one.own);
    limits.set(
      code,
      own.length >= RUNS_FOR_OWN_LIMIT ? quantile(own, 1 - FALSE_ALARMS) * SLACK : Math.max(common, ...own),
    );
  }
  const ratios = tried.map(({ own, other }) => own / other);
  return {
    spreads,
    limits,
    ratio: Math.max(1, quantile(ratios, 1 - FALSE_ALARMS)),
    leastMargin: leastMargin(tried),
  };
}

/** Runs of a code from which its own limit is drawn; with fewer, that of all codes together holds. */
const RUNS_FOR_OWN_LIMIT = 10;
/** The largest of a few runs lies below the limit that many would show. */
const SLACK = 1.5;

/** Codes whose distances differ by less than this are as near as each other, whatever a library says. */
const CLOSE = 1.1;

/** The least margin beyond which at most one in a hundred runs is named wrongly. */
function leastMargin(tried: readonly HeldOut[]): number {
  const margins = tried
    .map(({ own, other }) => ({ margin: Math.max(own, other) / Math.min(own, other), wrong: other < own }))
    .sort((a, b) => b.margin - a.margin);
  let wrong = 0;
  let least = Number.POSITIVE_INFINITY;
  margins.forEach((one, at) => {
    if (one.wrong) wrong++;
    if (wrong <= FALSE_ALARMS * (at + 1)) least = one.margin;
  });
  return tried.length > 0 ? Math.max(CLOSE, least) : CLOSE;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return Number.POSITIVE_INFINITY;
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}
