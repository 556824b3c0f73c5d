import { differenceMatrix } from '../assignment/difference-matrix.ts';
import { cumulativeHeights, signedHeights } from '../commgram-curve/curve-heights.ts';
import type { CommunityTree } from '../community-clustering/cluster-communities.ts';
import { cutCommunities } from '../community-clustering/cut-communities.ts';
import { detectPatterns, type Patterns } from '../pattern-detection/detect-patterns.ts';
import { phaseDistances, type TrafficCompare } from '../pattern-detection/phase-distances.ts';
import { type CommgramModel, type PhaseRange, phaseRanges } from './commgram-model.ts';
import type { Clustering, PhasePicture, Weight } from './phase-picture.ts';
import { createPhasePictures } from './phase-pictures.ts';
import { suggestCommunities } from './suggest-communities.ts';

export interface CommgramOptions {
  readonly phases: number;
  /** As many as suit the number of ranks when left out. */
  readonly communities?: number;
  /** From differences of communities, signed or added up, or from the distances that find patterns. */
  readonly heights?: 'signed' | 'cumulative' | 'patterns';
  readonly tolerance?: number;
}

export interface Commgram {
  readonly ranks: number;
  readonly phases: readonly CommgramPhase[];
  /** Difference of each phase to the one before, 0 for the first: who moves counts in the community left and in the one joined. */
  readonly differences: Float64Array;
  readonly heights: Float64Array;
  readonly patterns: Patterns;
  /** Does every phase have the communities it should? Only a sketch may say no; it has no patterns then. */
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
  /** Works towards the first `sketch(options)` while it may go on; true when nothing slow is left of it. */
  begin(options: CommgramOptions, goOn: () => boolean): boolean;
  /** Works towards `cut(options)` while it may go on; true when nothing slow is left to do. */
  prepare(options: CommgramOptions, goOn: () => boolean): boolean;
}

export function createCommgramSession(
  model: CommgramModel,
  weight: Weight = 'bytes',
  clustering: Clustering = 'refined',
): CommgramSession {
  const all = createPhasePictures(model, weight, clustering);
  const join = (options: CommgramOptions, pictures: readonly PhasePicture[], exact: boolean): Commgram => {
    const labelsOf = cutOnce(options.communities ?? suggestCommunities(model.ranks));
    const phases = phaseRanges(model, options.phases).map((range, p) =>
      cutPhase(model, pictures[p], range, labelsOf(pictures[p].tree)),
    );
    return joinPhases(model.ranks, phases, options, exact ? all.compare : null);
  };
  return {
    model,
    cut: (options) => join(options, all.draw(phaseRanges(model, options.phases)), true),
    sketch(options) {
      const { pictures, exact } = all.sketch(phaseRanges(model, options.phases));
      return join(options, pictures, exact);
    },
    begin: (options, goOn) => all.begin(phaseRanges(model, options.phases), goOn),
    prepare: (options, goOn) => all.prepare(phaseRanges(model, options.phases), goOn),
  };
}

function cutOnce(communities: number): (tree: CommunityTree) => Int32Array {
  const known = new Map<CommunityTree, Int32Array>();
  return (tree) => {
    const labels = known.get(tree) ?? cutCommunities(tree, communities);
    known.set(tree, labels);
    return labels;
  };
}

function joinPhases(
  ranks: number,
  phases: readonly CommgramPhase[],
  { heights = 'signed', tolerance }: CommgramOptions,
  compare: TrafficCompare | null,
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
    section: null,
    outliers: [],
  };
}

function cutPhase(
  { edges, from: times }: CommgramModel,
  picture: PhasePicture,
  [from, to]: PhaseRange,
  labels: Int32Array,
): CommgramPhase {
  return {
    start: edges.start.subarray(from, to).reduce((least, time) => Math.min(least, time)),
    end: edges.end.subarray(from, to).reduce((most, time) => Math.max(most, time)),
    from: times[from],
    messages: picture.messages,
    bytes: picture.bytes,
    labels,
    picture,
  };
}
