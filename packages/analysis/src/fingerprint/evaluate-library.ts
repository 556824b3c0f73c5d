import { type Calibration, calibrate } from './calibrate.ts';
import { rankCodes } from './identify-run.ts';
import { judgeClaim } from './judge-claim.ts';
import type { LibraryEntry } from './library.ts';

export interface Evaluation {
  readonly runs: number;
  /** Runs alone of their code, which nothing can be said of. */
  readonly alone: number;
  /** Share of the others that are named rightly. */
  readonly accuracy: number;
  /** Counts by true code and found code. */
  readonly confusion: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Share of the true claims that are refused. */
  readonly falseAlarms: number;
  /** Share of the false claims that are refused, the true code being in the library. */
  readonly impostorsRefused: number;
  /** The same where the library has no run of the true code. */
  readonly strangersRefused: number;
}

/** Each run of the library against the library without it. */
export function evaluateLibrary(entries: readonly LibraryEntry[]): Evaluation {
  return evaluateRuns(entries, entries);
}

/** Runs against a library; a run that is in it is left out of it for itself. */
export function evaluateRuns(
  runs: readonly LibraryEntry[],
  entries: readonly LibraryEntry[],
  calibration: Calibration = calibrate(entries),
): Evaluation {
  const codes = [...new Set(entries.map(({ code }) => code))];
  const confusion = new Map<string, Map<string, number>>();
  const counts = { known: 0, right: 0, alarms: 0, impostors: 0, caught: 0, strangers: 0, sentAway: 0 };
  for (const run of runs) {
    const ranked = rankCodes(
      run.features,
      entries.filter((entry) => entry !== run),
      calibration.spreads,
    );
    if (!ranked.some(({ code }) => code === run.code)) continue;
    counts.known++;
    if (ranked[0].code === run.code) counts.right++;
    count(confusion, run.code, ranked[0].code);
    const refused = (claim: string, among = ranked): boolean =>
      judgeClaim(claim, among, calibration).verdict === 'refused';
    if (refused(run.code)) counts.alarms++;
    const others = ranked.filter(({ code }) => code !== run.code);
    for (const claim of codes) {
      if (claim === run.code) continue;
      counts.impostors++;
      if (refused(claim)) counts.caught++;
      counts.strangers++;
      if (refused(claim, others)) counts.sentAway++;
    }
  }
  return {
    runs: runs.length,
    alone: runs.length - counts.known,
    accuracy: counts.right / counts.known,
    confusion,
    falseAlarms: counts.alarms / counts.known,
    impostorsRefused: counts.caught / counts.impostors,
    strangersRefused: counts.sentAway / counts.strangers,
  };
}

function count(confusion: Map<string, Map<string, number>>, code: string, found: string): void {
  const row = confusion.get(code) ?? new Map<string, number>();
  row.set(found, (row.get(found) ?? 0) + 1);
  confusion.set(code, row);
}
