import { findFeature } from './features.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { LibraryEntry } from './library.ts';

/** A feature of a run beside those of the runs of a code and of the whole library. */
export interface EvidenceRow {
  readonly feature: string;
  readonly title: string;
  readonly value: number;
  /** Least and most of the runs of the code, and of all runs with this one. */
  readonly code: readonly [number, number];
  readonly all: readonly [number, number];
}

/** Features in the order given; those that no run of the code tells are left out. */
export function evidenceRows(
  run: Fingerprint,
  entries: readonly LibraryEntry[],
  code: string,
  features: readonly string[],
): readonly EvidenceRow[] {
  return features.flatMap((feature) => {
    const value = run[feature];
    const valuesOf = (some: readonly LibraryEntry[]): number[] =>
      some.flatMap((entry) => entry.features[feature] ?? []);
    const own = valuesOf(entries.filter((entry) => entry.code === code));
    if (value === undefined || own.length === 0) return [];
    return [
      {
        feature,
        title: findFeature(feature)?.title ?? feature,
        value,
        code: extent(own),
        all: extent([value, ...valuesOf(entries)]),
      },
    ];
  });
}

function extent(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
