export interface Patterns {
  /** Kind of each phase, numbered by first appearance. */
  readonly kinds: Int32Array;
  /** Phases of each pattern: a kind that occurs at least twice. */
  readonly patterns: readonly (readonly number[])[];
  /** `p_a1`, `p_a2` ... of each phase; null for a phase unlike all others. */
  readonly names: readonly (string | null)[];
  /** Runs of one kind: [first, end) of each flat section of the curve. */
  readonly sections: readonly (readonly [number, number])[];
  /** After how many phases everything comes again; 0 = not found. */
  readonly period: number;
  /** Phases unlike all others, or unlike those one or more periods away. */
  readonly outliers: readonly number[];
}

export interface PatternOptions {
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
    for (const phase of group) names[phase] = `p_a${at + 1}`;
  });
  const period = findPeriod(kinds);
  return {
    kinds,
    patterns,
    names,
    sections: flatSections(kinds),
    period,
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
 * The shift under which most phases meet their own kind, the smallest among equals. It must occur twice
 * in full, match three quarters of the phases and more than kinds of this frequency would by chance.
 */
function findPeriod(kinds: Int32Array): number {
  let period = 0;
  let most = Math.max(0.75, chanceOfMatch(kinds) + 0.1);
  if (new Set(kinds).size === 1 && kinds.length > 1) return 1;
  for (let shift = 1; shift <= kinds.length / 2; shift++) {
    const share = matchShare(kinds, shift);
    if (share > most) {
      period = shift;
      most = share;
    }
  }
  return period;
}

function matchShare(kinds: Int32Array, shift: number): number {
  let matches = 0;
  for (let i = 0; i + shift < kinds.length; i++) if (kinds[i] === kinds[i + shift]) matches++;
  return matches / (kinds.length - shift);
}

function chanceOfMatch(kinds: Int32Array): number {
  const counts = new Map<number, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  let chance = 0;
  for (const count of counts.values()) chance += (count / kinds.length) ** 2;
  return Math.min(chance, 0.89);
}

function findOutliers(kinds: Int32Array, names: readonly (string | null)[], period: number): number[] {
  const outliers: number[] = [];
  for (let phase = 0; phase < kinds.length; phase++) {
    if (names[phase] === null || (period > 0 && isOutOfStep(kinds, phase, period))) outliers.push(phase);
  }
  return outliers;
}

/** Do most of the phases whole periods away agree on another kind? */
function isOutOfStep(kinds: Int32Array, phase: number, period: number): boolean {
  const counts = new Map<number, number>();
  for (let i = phase % period; i < kinds.length; i += period) {
    counts.set(kinds[i], (counts.get(kinds[i]) ?? 0) + 1);
  }
  const own = counts.get(kinds[phase]) ?? 0;
  return [...counts.values()].some((count) => count > own);
}
