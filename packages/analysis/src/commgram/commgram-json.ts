import { countCommunities } from '../assignment/partition-difference.ts';
import type { TimeModel } from './commgram-model.ts';
import type { Commgram } from './commgram-session.ts';
import { type PhaseSequence, phaseSequences } from './phase-sequences.ts';

/** What `weft commgram --json` prints. A public contract: docs/commgram.md. */
export interface CommgramJson {
  readonly phases: readonly {
    readonly start: number;
    readonly end: number;
    readonly messages: number;
    readonly bytes: number;
    /** World ranks, ascending; communities by their lowest rank. */
    readonly communities: readonly (readonly number[])[];
  }[];
  /** Between each phase and the next, one fewer than phases: a rank that moves counts twice. */
  readonly differences: readonly number[];
  /** Ranks that are in another community than in the phase before: half of the differences. */
  readonly moved: readonly number[];
  readonly heights: readonly number[];
  /** Phases that are instances of the same pattern. */
  readonly patterns: readonly (readonly number[])[];
  /** Sequences of phases that occur again: first and last phase of each occurrence. */
  readonly sequences: readonly PhaseSequence[];
  /** Only where phases are not by the clock. */
  readonly time?: 'logical';
}

export function commgramJson(
  { phases, differences, heights, patterns }: Commgram,
  timeModel: TimeModel,
): CommgramJson {
  return {
    phases: phases.map(({ start, end, messages, bytes, labels }) => ({
      start,
      end,
      messages,
      bytes,
      communities: memberLists(labels),
    })),
    differences: [...differences.subarray(1)],
    moved: Array.from(differences.subarray(1), (difference) => difference / 2),
    heights: [...heights],
    patterns: patterns.patterns,
    sequences: phaseSequences(patterns),
    ...(timeModel === 'logical' ? { time: timeModel } : {}),
  };
}

function memberLists(labels: Int32Array): number[][] {
  const lists: number[][] = Array.from({ length: countCommunities(labels) }, () => []);
  labels.forEach((label, rank) => {
    lists[label].push(rank);
  });
  return lists;
}
