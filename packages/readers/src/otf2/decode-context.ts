import type { PartitionPlan } from '../matching/operations.ts';
import type { CallPlan } from './call-plan.ts';
import type { ClockOffsets, IdMap } from './local-definitions.ts';
import type { TimeScale } from './location-clock.ts';
import type { MetricPlan } from './metric-plan.ts';
import type { WindowPlan } from './window-plan.ts';

/** How the ranks of a communicator are found. */
export const COMM_MEMBERS = 0;
export const COMM_SELF = 1;
export const COMM_INTER = 2;
export const COMM_GLOBAL_RANKS = 3;

/** Communicators of the archive; numbers lie in shared memory, so that tasks carry them for free. */
export interface ArchiveCommunicators {
  /** OTF2 id, way to find ranks, id in the communicators table (of rank 0 for COMM_SELF), by row. */
  readonly ids: Uint32Array;
  readonly kinds: Int32Array;
  readonly tableIds: Int32Array;
  /** World ranks of row r: members[offsets[2r] .. offsets[2r + 1]), of its second group up to offsets[2r + 2]. */
  readonly offsets: Int32Array;
  readonly members: Int32Array;
}

/** What is the same for all ranks of an archive. */
export interface DecodeContext extends CallPlan, MetricPlan, WindowPlan {
  /** Tells archives apart in a thread that reads several. */
  readonly key: string;
  readonly job: number;
  readonly ranks: number;
  readonly partitions: PartitionPlan;
  readonly keepGoing: boolean;
  readonly spans: boolean;
  readonly collectiveParts: boolean;
  readonly chunkSize: number;
  /** Bytes of each event file held at a time. */
  readonly window: number;
  readonly scale: TimeScale;
  readonly communicators: ArchiveCommunicators;
}

export interface LocationSource {
  /** Thread or stream below its rank; 0 = the location MPI knows the rank by. */
  readonly stream: number;
  readonly path: string;
  readonly size: number;
  readonly regions: IdMap | null;
  readonly communicators: IdMap | null;
  readonly contexts: IdMap | null;
  readonly windows: IdMap | null;
  readonly metrics: IdMap | null;
  readonly clock: ClockOffsets;
}

/** The event files of one rank; the first is that of the location MPI knows it by. */
export interface RankTask {
  readonly context: DecodeContext;
  readonly rank: number;
  readonly locations: readonly LocationSource[];
}
