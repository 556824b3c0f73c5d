import type { Patterns } from '../pattern-detection/detect-patterns.ts';

/** Phases that occur again one after the other: the thesis' pa1, pa2 ... (CG-43). */
export interface PhaseSequence {
  readonly name: string;
  /** First and last phase of each occurrence. */
  readonly places: readonly (readonly [number, number])[];
}

/** Numbered by their first occurrence. */
export function phaseSequences({ motifs }: Pick<Patterns, 'motifs'>): PhaseSequence[] {
  return [...motifs]
    .sort((a, b) => a.starts[0] - b.starts[0])
    .map(({ length, starts }, at) => ({
      name: `pa${at + 1}`,
      places: starts.map((first) => [first, first + length - 1] as const),
    }));
}
