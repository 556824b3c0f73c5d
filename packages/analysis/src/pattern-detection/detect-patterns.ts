import { findMotifs, type Motif } from './find-motifs.ts';
import { findPeriodSection, type PeriodSection } from './find-period-section.ts';

export interface Patterns {
  /** Kind of each phase, numbered by first appearance. */
  readonly kinds: Int32Array;
  /** Phases of each pattern: a kind that occurs at least twice. */
  readonly patterns: readonly (readonly number[])[];
  /** `k1`, `k2` ... of each phase; null for a phase unlike all others. */
  readonly names: readonly (string | null)[];
  /** Runs of one kind: [first, end) of each flat section of the curve. */
  readonly sections: readonly (readonly [number, number])[];
  /** Sequences of phases that occur again. */
  readonly motifs: readonly Motif[];
  /** After how many phases everything comes again; 0 = not found. */
  readonly period: number;
  /** Where only a part of the run has a period: that part; null otherwise. */
  readonly section: PeriodSection | null;
  /** Phases unlike all others, or unlike those one or more periods away. */
  readonly outliers: readonly number[];
}

interface PatternOptions {
  /** Phases at most this far apart are of one kind. */
  readonly tolerance?: number;
}

/** Which phases are instances of the same pattern, from the matrix of their distances (0 .. 1). */
export function detectPatterns(
  distances: Float64Array,
  phases: number,
  { tolerance = 0.25 }: PatternOptions = {},
): Patterns {
  const kinds = phaseKinds(distances, phases, tolerance);
  const groups: number[][] = [];
  kinds.forEach((kind, phase) => {
    groups[kind] = [...(groups[kind] ?? []), phase];
  });
  const patterns = groups.filter((group) => group.length > 1);
  const names: (string | null)[] = new Array(phases).fill(null);
  patterns.forEach((group, at) => {
    for (const phase of group) names[phase] = `k${at + 1}`;
  });
  const period = findPeriod(kinds);
  return {
    kinds,
    patterns,
    names,
    sections: flatSections(kinds),
    motifs: findMotifs(kinds),
    period,
    section: period === 0 ? findPeriodSection(kinds) : null,
    outliers: findOutliers(kinds, names, period),
  };
}

/** Each phase joins the kind whose first phase is nearest, or begins a new one. */
function phaseKinds(distances: Float64Array, phases: number, tolerance: number): Int32Array {
  const leaders: number[] = [];
  const kinds = new Int32Array(phases);
  for (let phase = 0; phase < phases; phase++) {
    let nearest = -1;
    let least = tolerance;
    leaders.forEach((leader, kind) => {
      const distance = distances[phase * phases + leader];
      if (distance < least || (distance === least && nearest < 0)) {
        nearest = kind;
        least = distance;
      }
    });
    kinds[phase] = nearest >= 0 ? nearest : leaders.push(phase) - 1;
  }
  return kinds;
}

function flatSections(kinds: Int32Array): [number, number][] {
  const sections: [number, number][] = [];
  for (let from = 0, to = 0; from < kinds.length; from = to) {
    to = from + 1;
    while (to < kinds.length && kinds[to] === kinds[from]) to++;
    sections.push([from, to]);
  }
  return sections;
}

/**
 * The smallest period that leaves the fewest phases out of step. It must occur twice in full, leave at
 * most a quarter out, and a period above 1 must explain at least half of what a constant does not.
 */
function findPeriod(kinds: Int32Array): number {
  const n = kinds.length;
  if (n < 2) return 0;
  const constant = outOfStep(kinds, 1).length;
  let period = 1;
  let least = constant;
  for (let candidate = 2; candidate <= n / 2 && least > 0; candidate++) {
    const left = outOfStep(kinds, candidate).length;
    if (left < least && left <= constant / 2) {
      period = candidate;
      least = left;
    }
  }
  return least <= n / 4 ? period : 0;
}

/** Phases of another kind than most of those whole periods away; of equally frequent kinds the first stays. */
function outOfStep(kinds: Int32Array, period: number): number[] {
  const out: number[] = [];
  for (let first = 0; first < Math.min(period, kinds.length); first++) {
    const counts = new Map<number, number>();
    for (let i = first; i < kinds.length; i += period) counts.set(kinds[i], (counts.get(kinds[i]) ?? 0) + 1);
    let usual = kinds[first];
    for (const [kind, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = kind;
    for (let i = first; i < kinds.length; i += period) if (kinds[i] !== usual) out.push(i);
  }
  return out;
}

function findOutliers(kinds: Int32Array, names: readonly (string | null)[], period: number): number[] {
  const out = new Set(period > 0 ? outOfStep(kinds, period) : []);
  return [...kinds.keys()].filter((phase) => names[phase] === null || out.has(phase));
}
