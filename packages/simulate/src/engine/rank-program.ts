import type { MessageBatch } from './job-program.ts';

/**
 * A program of which each rank has steps of its own, as traces have: it computes, sends, and waits for messages and for
 * gatherings of ranks. All as columns; steps are numbered through all ranks.
 */
export interface RankProgram {
  /** Steps of rank r: offsets[r] .. offsets[r + 1]. */
  readonly offsets: Int32Array;
  /** Compute time before each step, nanoseconds. */
  readonly compute: Float64Array;
  /** Messages that step s sends: order[sends[s] .. sends[s + 1]]. */
  readonly sends: Int32Array;
  readonly order: Int32Array;
  /** The columns of all messages are shared by the batches; each message has the tag and call of its batch. */
  readonly batches: readonly MessageBatch[];
  readonly batchOf: Int32Array;
  /** The step of its receiver, and that of its sender, which cannot end before a message has arrived; -1 = none. */
  readonly receivedIn: Int32Array;
  readonly heldIn: Int32Array;
  /** The gathering that a step joins, and the one without which it cannot end; -1 = none. */
  readonly joins: Int32Array;
  readonly awaits: Int32Array;
  /** How many steps have to join each gathering. */
  readonly gatherings: Int32Array;
}
