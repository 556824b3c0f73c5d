import { type Comparison, compareFingerprints, type Spreads } from './compare-fingerprints.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { LibraryEntry } from './library.ts';

/** A code and its run that is nearest. */
export interface Candidate {
  readonly code: string;
  readonly entry: LibraryEntry;
  readonly comparison: Comparison;
}

/** The nearest run of each code, nearest code first; codes that cannot be compared are left out. */
export function rankCodes(run: Fingerprint, entries: readonly LibraryEntry[], spreads: Spreads): Candidate[] {
  const nearest = new Map<string, Candidate>();
  for (const entry of entries) {
    const comparison = compareFingerprints(run, entry.features, spreads);
    const known = nearest.get(entry.code);
    if (Number.isNaN(comparison.distance)) continue;
    if (!known || comparison.distance < known.comparison.distance)
      nearest.set(entry.code, { code: entry.code, entry, comparison });
  }
  return [...nearest.values()].sort((a, b) => a.comparison.distance - b.comparison.distance);
}

/** How many times as far the second code is as the first; infinite where there is no second. */
export function margin([first, second]: readonly Candidate[]): number {
  if (!first) return Number.NaN;
  if (!second) return Number.POSITIVE_INFINITY;
  return first.comparison.distance > 0
    ? second.comparison.distance / first.comparison.distance
    : Number.POSITIVE_INFINITY;
}
