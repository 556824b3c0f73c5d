import type { Selection } from '@weft/model';

/** Committed selections; `at` is the present one. */
export interface SelectionHistory {
  readonly entries: readonly Selection[];
  readonly at: number;
}

const LIMIT = 200;

export function startHistory(selection: Selection): SelectionHistory {
  return { entries: [selection], at: 0 };
}

export function presentOf(history: SelectionHistory): Selection {
  return history.entries[history.at];
}

/** The same history when nothing changed. */
export function commitTo(history: SelectionHistory, selection: Selection): SelectionHistory {
  if (sameSelection(presentOf(history), selection)) return history;
  const entries = [...history.entries.slice(0, history.at + 1), selection].slice(-LIMIT);
  return { entries, at: entries.length - 1 };
}

export function moveInHistory(history: SelectionHistory, by: -1 | 1): SelectionHistory {
  const at = history.at + by;
  return at >= 0 && at < history.entries.length ? { ...history, at } : history;
}

/**
 * The time range before jobs were chosen; undefined where it is unknown, or where the reader has changed the range
 * since without changing the jobs: then it is no longer theirs.
 */
export function timeBeforeJobs({ entries, at }: SelectionHistory): Selection['time'] | undefined {
  for (let i = at; i > 0 && entries[i].jobs.length > 0; i--) {
    const [before, after] = [entries[i - 1], entries[i]];
    const followed = !sameValue(before.jobs, after.jobs);
    if (!followed && !sameValue(before.time, after.time)) return undefined;
    if (before.jobs.length === 0) return before.time;
  }
  return undefined;
}

function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function sameSelection(a: Selection, b: Selection): boolean {
  return a === b || sameValue(a, b);
}
