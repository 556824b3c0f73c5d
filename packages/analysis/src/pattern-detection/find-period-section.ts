/** A part of the run in which everything comes again after a number of phases. */
export interface PeriodSection {
  readonly period: number;
  /** First phase of it, and the one after its last. */
  readonly from: number;
  readonly end: number;
}

/** What comes again so often is no chance, and tells of the run where it fills so much of it. */
const REPEATS = 4;
const LEAST_SHARE = 1 / 2;

/** The longest part of the run with a period of its own, of equally long ones that of the shortest period; null where there is none. */
export function findPeriodSection(kinds: Int32Array): PeriodSection | null {
  const least = LEAST_SHARE * kinds.length;
  let best: PeriodSection | null = null;
  for (let period = 2; period * REPEATS <= kinds.length; period++) {
    const found = longestSection(kinds, period);
    const length = found.end - found.from;
    if (length < Math.max(least, REPEATS * period) || isFlat(kinds, found)) continue;
    if (!best || length > best.end - best.from) best = found;
  }
  return best;
}

function longestSection(kinds: Int32Array, period: number): PeriodSection {
  let longest: PeriodSection = { period, from: 0, end: 0 };
  let from = 0;
  for (let phase = 0; phase < kinds.length; phase++) {
    if (phase - period >= from && kinds[phase] !== kinds[phase - period]) from = phase - period + 1;
    if (phase + 1 - from > longest.end - longest.from) longest = { period, from, end: phase + 1 };
  }
  return longest;
}

/** Phases of one kind in a row come again after any number of them. */
function isFlat(kinds: Int32Array, { from, end }: PeriodSection): boolean {
  return kinds.subarray(from, end).every((kind) => kind === kinds[from]);
}

/** `from t14 on`, `in t3 to t20`. */
export function sectionText({ from, end }: PeriodSection, phases: number): string {
  return end === phases ? `from t${from} on` : `in t${from} to t${end - 1}`;
}

/** `period 3 phases`, `period 3 phases from t14 on`, `no period`. */
export function describePeriod(
  { period, section }: { readonly period: number; readonly section: PeriodSection | null },
  phases: number,
): string {
  const counted = (count: number): string => `period ${count} ${count === 1 ? 'phase' : 'phases'}`;
  if (section) return `${counted(section.period)} ${sectionText(section, phases)}`;
  return period > 0 ? counted(period) : 'no period';
}
