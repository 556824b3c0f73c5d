import { type CommgramModel, phaseRanges } from '../commgram/commgram-model.ts';
import { joinAtoms, readContent } from '../commgram/phase-picture.ts';
import { suggestPhases } from '../commgram/suggest-phases.ts';
import { detectPatterns } from '../pattern-detection/detect-patterns.ts';
import type { PeriodSection } from '../pattern-detection/find-period-section.ts';
import {
  phaseDistances,
  rememberDistances,
  type TrafficProfile,
} from '../pattern-detection/phase-distances.ts';

/** The phases of the program that communicates most, cut where they are most alike. */
export interface PhaseFacts {
  readonly job: number;
  readonly phases: readonly { readonly start: number; readonly end: number; readonly bytes: number }[];
  /** By what the phases were told: gaps on the clock, gaps in logical time, the rounds of all ranks, or of those that do equally many. */
  readonly cut: 'clock' | 'waiting' | 'rounds' | 'most rounds';
  /** After how many phases everything comes again; 0 = not found. */
  readonly period: number;
  /** Where only a part of the phases has a period: that part. */
  readonly section: PeriodSection | null;
  readonly outliers: readonly number[];
  /** Share of its traffic, 0 .. 1, that each phase has in common with the one most like it. */
  readonly common: Float64Array;
  /** Bytes that each rank sends in each outlier. */
  readonly sentInOutliers: ReadonlyMap<number, Float64Array>;
}

/** For the evidence: how many phases a CommGram has to be cut into to show the same ones. */
export function cutOf({ cut, phases }: Pick<PhaseFacts, 'cut' | 'phases'>): { readonly of?: number } {
  return cut === 'clock' ? { of: phases.length } : {};
}

/** For the sentence: what counts as a phase where no clock tells it. */
export function cutNote({ cut }: Pick<PhaseFacts, 'cut'>): string {
  if (cut === 'most rounds') return '; a phase is one round of exchanges of the ranks that do equally many';
  return cut === 'rounds' ? '; a phase is one round of exchanges' : '';
}

/** What is sent in a phase; phases in which the same is sent may have one profile. */
export interface PhaseTraffic {
  readonly profile: TrafficProfile;
  readonly start: number;
  readonly end: number;
}

/** What is sent in rounds; ranks with another number of rounds may be left out. */
export interface RoundTraffic {
  readonly cut: 'rounds' | 'most rounds';
  readonly phases: readonly PhaseTraffic[];
}

/** Fewer phases have no pattern. */
const FEWEST_PHASES = 5;
/** The gaps that part phases are so many times those within them: clearly, and at least. */
const CLEAR_DROP = 2;
const LEAST_DROP = 1.25;
const CUTS = 6;
/** A period must occur so often, and leave at most this share of the phases out of step: else a cut tells nothing. */
const REPEATS = 3;
const MOST_OUTLIERS = 1 / 12;

/**
 * One exchange that comes again is one kind of phase, however its messages are spread: where clock and waiting agree on that,
 * it is taken. Else rounds of all ranks, or of most, where these come again, however far clocks are apart, or the suggested cut where it
 * joins such rounds; else the suggested cut where its phases come again, else that at the sharpest clear drop of the gaps where its phases come again,
 * else of all likely cuts the one that takes the fewest kinds of phases to tell, for their number, else the suggested cut where a part of
 * its phases comes again. Null where none does.
 */
export function phaseFacts(
  job: number,
  rounds: readonly RoundTraffic[],
  physical: CommgramModel,
  logical: CommgramModel,
): PhaseFacts | null {
  const byClock = (count: number) => cutFacts(job, physical, count, 'clock');
  const byWaiting = cutFacts(job, logical, suggestPhases(logical), 'waiting');
  const alike = isConstant(byWaiting) ? byClock(byWaiting.phases.length) : byWaiting;
  if (isConstant(alike)) return alike;
  const suggested = byClock(suggestPhases(physical));
  const inRounds = rounds.map(({ phases, cut }) => comparePhases(job, phases, cut)).find(isRegular);
  if (inRounds && !joinsRounds(suggested, inRounds)) return inRounds;
  if (isRegular(suggested)) return suggested;
  const drops = sharpestDrops(physical);
  const clear = drops.filter(({ drop }) => drop >= CLEAR_DROP).map(({ count }) => byClock(count));
  const first = clear.find(isRegular);
  if (first) return first;
  const others = drops.slice(clear.length).map(({ count }) => byClock(count));
  const kindsNeeded = ({ period, outliers, phases }: PhaseFacts) =>
    (period + outliers.length) / phases.length;
  const regular = [byWaiting, ...others].filter(isRegular);
  return regular.sort((x, y) => kindsNeeded(x) - kindsNeeded(y))[0] ?? inPart(suggested);
}

/** Are phases by the clock whole rounds, all of which come again? */
function joinsRounds(byClock: PhaseFacts, inRounds: PhaseFacts): boolean {
  if (!isRegular(byClock) || byClock.phases.length > inRounds.phases.length) return false;
  return byClock.outliers.length <= inRounds.outliers.length;
}

/** Phases of which a part comes again: those of the other part are no outliers of anything. */
function inPart(facts: PhaseFacts): PhaseFacts | null {
  return facts.section && facts.phases.length >= FEWEST_PHASES
    ? { ...facts, outliers: [], sentInOutliers: new Map() }
    : null;
}

function isConstant(facts: PhaseFacts): boolean {
  return isRegular(facts) && facts.period === 1 && facts.outliers.length === 0;
}

function isRegular({ phases: { length }, period, outliers }: PhaseFacts): boolean {
  if (length < FEWEST_PHASES || period === 0 || length < REPEATS * period) return false;
  return outliers.length <= Math.max(1, MOST_OUTLIERS * length);
}

/** Numbers of phases at the sharpest drops of the gaps between messages, sharpest first. */
function sharpestDrops({ tree }: CommgramModel): { readonly count: number; readonly drop: number }[] {
  const gaps = Float64Array.from(tree.distances).sort().reverse();
  return Array.from(gaps.subarray(1), (gap, at) => ({ count: at + 2, drop: gaps[at] / Math.max(1, gap) }))
    .filter(({ count, drop }) => count >= FEWEST_PHASES && drop >= LEAST_DROP)
    .sort((a, b) => b.drop - a.drop)
    .slice(0, CUTS);
}

function cutFacts(job: number, model: CommgramModel, phases: number, by: PhaseFacts['cut']): PhaseFacts {
  const { edges, ranks } = model;
  const cut = phaseRanges(model, phases).map(([from, to]) => ({
    profile: readContent(joinAtoms(edges, from, to), ranks, 'bytes').profile,
    start: edges.start.subarray(from, to).reduce((least, time) => Math.min(least, time)),
    end: edges.end.subarray(from, to).reduce((most, time) => Math.max(most, time)),
  }));
  return comparePhases(job, cut, by);
}

function comparePhases(job: number, cut: readonly PhaseTraffic[], by: PhaseFacts['cut']): PhaseFacts {
  const count = cut.length;
  const profiles = cut.map(({ profile }) => profile);
  const distances = phaseDistances(profiles, null, rememberDistances());
  const { period, section, outliers } = detectPatterns(distances, count);
  return {
    job,
    cut: by,
    phases: cut.map(({ start, end, profile }) => ({
      start,
      end,
      bytes: profile.weight.reduce((sum, bytes) => sum + bytes, 0),
    })),
    period,
    section,
    outliers,
    common: Float64Array.from(cut, (_, at) => 1 - nearest(distances, count, at)),
    sentInOutliers: new Map(outliers.map((at) => [at, sentByRanks(profiles[at])])),
  };
}

function sentByRanks({ src, weight, loads }: TrafficProfile): Float64Array {
  const sent = new Float64Array(loads.length);
  src.forEach((rank, at) => {
    sent[rank] += weight[at];
  });
  return sent;
}

function nearest(distances: Float64Array, count: number, at: number): number {
  let least = 1;
  for (let other = 0; other < count; other++) {
    if (other !== at) least = Math.min(least, distances[at * count + other]);
  }
  return least;
}
