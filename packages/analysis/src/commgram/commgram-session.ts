import { differenceMatrix } from '../assignment/difference-matrix.ts';
import { cumulativeHeights, signedHeights } from '../commgram-curve/curve-heights.ts';
import { cutCommunities } from '../community-clustering/cut-communities.ts';
import { detectPatterns, type Patterns } from '../pattern-detection/detect-patterns.ts';
import { phaseDistances, rememberDistances } from '../pattern-detection/phase-distances.ts';
import { cutTimes } from '../temporal-clustering/cut-times.ts';
import type { CommgramModel } from './commgram-model.ts';
import {
  borrowPicture,
  drawPhase,
  joinAtoms,
  type PhasePicture,
  type PhaseTraffic,
  sameTraffic,
  sum,
  type Weight,
} from './phase-picture.ts';

export interface CommgramOptions {
  readonly phases: number;
  readonly communities: number;
  /** From differences of communities, signed or added up, or from the distances that find patterns. */
  readonly heights?: 'signed' | 'cumulative' | 'patterns';
  readonly tolerance?: number;
}

export interface Commgram {
  readonly ranks: number;
  readonly phases: readonly CommgramPhase[];
  /** Difference of each phase to the one before, 0 for the first. */
  readonly differences: Float64Array;
  readonly heights: Float64Array;
  readonly patterns: Patterns;
  /** Does every phase have communities of its own? Only a sketch may say no; it has no patterns then. */
  readonly exact: boolean;
}

export interface CommgramPhase {
  /** First sending and last receiving. */
  readonly start: number;
  readonly end: number;
  /** Representative time of its first message. */
  readonly from: number;
  readonly messages: number;
  readonly bytes: number;
  /** Community of each rank, numbered by smallest member. */
  readonly labels: Int32Array;
  readonly modularity: number;
  readonly picture: PhasePicture;
}

/**
 * Answers cuts of one model again and again. Trees are kept, so that another number of communities, or
 * a phase more or less, costs only what has changed; answers do not depend on what was asked before.
 */
export interface CommgramSession {
  readonly model: CommgramModel;
  cut(options: CommgramOptions): Commgram;
  /** As `cut`, at once: phases not seen before borrow the communities of the one they overlap most. */
  sketch(options: CommgramOptions): Commgram;
  /** Works towards `cut(options)` while it may go on; true when nothing slow is left to do. */
  prepare(options: CommgramOptions, goOn: () => boolean): boolean;
}

export function createCommgramSession(model: CommgramModel, weight: Weight = 'bytes'): CommgramSession {
  const pictures = createPictures(model, weight);
  const compare = rememberDistances();
  const join = (options: CommgramOptions, picture: PictureOf, exact: boolean): Commgram => {
    const phases = phaseRanges(model, options.phases).map(([from, to]) =>
      cutPhase(model, picture(from, to), from, to, options.communities),
    );
    return joinPhases(model.ranks, phases, options, exact ? compare : null);
  };
  return {
    model,
    cut: (options) => join(options, pictures.draw, true),
    sketch(options) {
      const exact = phaseRanges(model, options.phases).every(([from, to]) => pictures.known(from, to));
      return join(options, exact ? pictures.draw : pictures.borrow, exact);
    },
    prepare(options, goOn) {
      const drawn: PhasePicture[] = [];
      for (const [from, to] of phaseRanges(model, options.phases)) {
        if (!pictures.known(from, to) && !goOn()) return false;
        drawn.push(pictures.draw(from, to));
        for (const other of drawn) compare(drawn[drawn.length - 1].profile, other.profile);
      }
      return true;
    },
  };
}

type PictureOf = (from: number, to: number) => PhasePicture;

/** Atoms [from, to) of each phase. */
function phaseRanges(model: CommgramModel, count: number): [number, number][] {
  const starts = cutTimes(model.tree, count);
  return Array.from({ length: Math.max(0, starts.length - 1) }, (_, p) => [starts[p], starts[p + 1]]);
}

function joinPhases(
  ranks: number,
  phases: readonly CommgramPhase[],
  { heights = 'signed', tolerance }: CommgramOptions,
  compare: ReturnType<typeof rememberDistances> | null,
): Commgram {
  const size = phases.length;
  const matrix = differenceMatrix(phases.map((phase) => phase.labels));
  const profiles = phases.map((phase) => phase.picture.profile);
  const distances = compare && phaseDistances(profiles, matrix, compare);
  return {
    ranks,
    phases,
    differences: Float64Array.from(phases, (_, p) => (p > 0 ? matrix[p * size + p - 1] : 0)),
    heights:
      heights === 'cumulative'
        ? cumulativeHeights(matrix, size)
        : signedHeights(heights === 'patterns' && distances ? distances : matrix, size),
    patterns: distances ? detectPatterns(distances, size, { tolerance }) : noPatterns(size),
    exact: distances !== null,
  };
}

function noPatterns(phases: number): Patterns {
  return {
    kinds: new Int32Array(phases),
    patterns: [],
    names: new Array(phases).fill(null),
    sections: [],
    motifs: [],
    period: 0,
    outliers: [],
  };
}

function cutPhase(
  { edges, ranks, from: times }: CommgramModel,
  picture: PhasePicture,
  from: number,
  to: number,
  communities: number,
): CommgramPhase {
  return {
    start: edges.start.subarray(from, to).reduce((least, time) => Math.min(least, time)),
    end: edges.end.subarray(from, to).reduce((most, time) => Math.max(most, time)),
    from: times[from],
    messages: picture.messages,
    bytes: picture.bytes,
    labels: cutCommunities(picture.tree, communities),
    modularity: picture.alone + sum(picture.tree.gains.subarray(0, Math.max(0, ranks - communities))),
    picture,
  };
}

interface Pictures {
  readonly draw: PictureOf;
  readonly borrow: PictureOf;
  known(from: number, to: number): boolean;
}

/** Phases by their atoms; phases of equal traffic share one picture. */
function createPictures(model: CommgramModel, weight: Weight): Pictures {
  const byAtoms = new Map<number, PhasePicture>();
  const byTraffic = new Map<string, PhasePicture[]>();
  const leaves = model.tree.leaves + 1;
  const draw: PictureOf = (from, to) => {
    const key = from * leaves + to;
    const known = byAtoms.get(key);
    if (known) return known;
    const traffic = joinAtoms(model.edges, from, to);
    const sketch = sketchTraffic(traffic);
    const alike = byTraffic.get(sketch) ?? [];
    let picture = alike.find((other) => sameTraffic(other.traffic, traffic));
    if (!picture) {
      picture = drawPhase(traffic, model.ranks, weight);
      byTraffic.set(sketch, [...alike, picture]);
    }
    byAtoms.set(key, picture);
    return picture;
  };
  const nearest = (from: number, to: number): PhasePicture | null => {
    let best: PhasePicture | null = null;
    let most = 0;
    for (const [key, picture] of byAtoms) {
      const shared = Math.min(to, key % leaves) - Math.max(from, Math.floor(key / leaves));
      if (shared > most) [best, most] = [picture, shared];
    }
    return best;
  };
  return {
    draw,
    known: (from, to) => byAtoms.has(from * leaves + to),
    borrow(from, to) {
      const lender = byAtoms.get(from * leaves + to) ? null : nearest(from, to);
      return lender ? borrowPicture(lender, joinAtoms(model.edges, from, to)) : draw(from, to);
    },
  };
}

function sketchTraffic({ src, bytes, messages }: PhaseTraffic): string {
  return `${src.length} ${sum(bytes)} ${sum(messages)}`;
}
