import { differenceMatrix } from '../assignment/difference-matrix.ts';
import { cumulativeHeights, signedHeights } from '../commgram-curve/curve-heights.ts';
import { cutCommunities } from '../community-clustering/cut-communities.ts';
import { detectPatterns, type Patterns } from '../pattern-detection/detect-patterns.ts';
import { phaseDistances, rememberDistances } from '../pattern-detection/phase-distances.ts';
import { cutTimes } from '../temporal-clustering/cut-times.ts';
import type { CommgramModel } from './commgram-model.ts';
import {
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
  readonly heights?: 'signed' | 'cumulative';
  readonly tolerance?: number;
}

export interface Commgram {
  readonly ranks: number;
  readonly phases: readonly CommgramPhase[];
  /** Difference of each phase to the one before, 0 for the first. */
  readonly differences: Float64Array;
  readonly heights: Float64Array;
  readonly patterns: Patterns;
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
}

export function createCommgramSession(model: CommgramModel, weight: Weight = 'bytes'): CommgramSession {
  const pictures = createPictures(model, weight);
  const compare = rememberDistances();
  return {
    model,
    cut({ phases: count, communities, heights = 'signed', tolerance }) {
      const starts = cutTimes(model.tree, count);
      const phases: CommgramPhase[] = [];
      for (let p = 0; p + 1 < starts.length; p++) {
        phases.push(
          cutPhase(model, pictures(starts[p], starts[p + 1]), starts[p], starts[p + 1], communities),
        );
      }
      const matrix = differenceMatrix(phases.map((phase) => phase.labels));
      const profiles = phases.map((phase) => phase.picture.profile);
      return {
        ranks: model.ranks,
        phases,
        differences: Float64Array.from(phases, (_, p) => (p > 0 ? matrix[p * phases.length + p - 1] : 0)),
        heights: (heights === 'signed' ? signedHeights : cumulativeHeights)(matrix, phases.length),
        patterns: detectPatterns(phaseDistances(profiles, matrix, compare), phases.length, { tolerance }),
      };
    },
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

/** Phases by their atoms; phases of equal traffic share one picture. */
function createPictures(model: CommgramModel, weight: Weight): (from: number, to: number) => PhasePicture {
  const byAtoms = new Map<number, PhasePicture>();
  const byTraffic = new Map<string, PhasePicture[]>();
  return (from, to) => {
    const key = from * (model.tree.leaves + 1) + to;
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
}

function sketchTraffic({ src, bytes, messages }: PhaseTraffic): string {
  return `${src.length} ${sum(bytes)} ${sum(messages)}`;
}
