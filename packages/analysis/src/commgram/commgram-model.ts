import { noIds } from '@weft/model';
import type { MessageSource } from '../queries/message-batches.ts';
import type { TimeTree } from '../temporal-clustering/cluster-times.ts';
import { cutTimes } from '../temporal-clustering/cut-times.ts';
import { type PhaseEdges, sumPhaseEdges } from './phase-edges.ts';
import { createPhaseFinder } from './phase-of-message.ts';
import { buildPhaseTree, type PhaseTreeOptions, type ZoomStep, zoomedLeaves } from './phase-tree.ts';

/**
 * All a CommGram of up to `atoms` phases needs, without the messages: the finest phases (atoms), the top
 * of the time tree over them, and their traffic. Fewer phases are unions of neighbouring atoms.
 */
export interface CommgramModel {
  readonly ranks: number;
  /** Over atoms, not messages. */
  readonly tree: TimeTree;
  readonly edges: PhaseEdges;
  /** Representative time at which each atom begins. */
  readonly from: Float64Array;
  readonly messages: number;
  readonly untimed: number;
  readonly exact: boolean;
  readonly timeModel: TimeModel;
  /** Where each rank runs; NONE = unknown. */
  readonly hosts: Int32Array;
  /** The same number for ranks on one socket of one host; NONE = unknown. */
  readonly sockets: Int32Array;
}

/** What phases are built from: the clock, or steps of happened-before. */
export type TimeModel = 'physical' | 'logical';

/** Atoms [from, to) of a phase. */
export type PhaseRange = readonly [number, number];

export function phaseRanges({ tree }: CommgramModel, count: number): PhaseRange[] {
  const starts = cutTimes(tree, count);
  return Array.from({ length: Math.max(0, starts.length - 1) }, (_, p) => [starts[p], starts[p + 1]]);
}

interface CommgramModelOptions extends PhaseTreeOptions {
  readonly atoms: number;
  readonly within?: readonly ZoomStep[];
  /** At least so many ranks, for those that never communicate. */
  readonly ranks?: number;
  readonly timeModel?: TimeModel;
  /** Told the atom of each message that has a time, in the order of the source. */
  readonly onAtom?: (atom: number) => void;
}

export async function buildCommgramModel(
  source: MessageSource,
  options: CommgramModelOptions,
): Promise<CommgramModel> {
  const phaseTree = await buildPhaseTree(source, options);
  const range = zoomedLeaves(phaseTree, options.within ?? []) ?? [0, 0];
  const starts = cutTimes(phaseTree.tree, options.atoms, ...range);
  const atoms = Math.max(0, starts.length - 1);
  const ranks = Math.max(phaseTree.ranks, options.ranks ?? 0);
  const edges = await sumPhaseEdges(
    source,
    createPhaseFinder(phaseTree, starts),
    atoms,
    ranks,
    options.onAtom,
  );
  const distances = new Float64Array(Math.max(0, atoms - 1));
  for (let i = 0; i < distances.length; i++) distances[i] = phaseTree.tree.distances[starts[i + 1] - 1];
  return {
    ranks,
    tree: { leaves: atoms, distances },
    edges,
    from: Float64Array.from(starts.subarray(0, atoms), (leaf) => phaseTree.times[leaf]),
    messages: phaseTree.messages,
    untimed: phaseTree.untimed,
    exact: phaseTree.exact,
    timeModel: options.timeModel ?? 'physical',
    hosts: noIds(ranks),
    sockets: noIds(ranks),
  };
}
