import type { MessagePhase } from '../workload.ts';
import type { Picoseconds } from './fabric.ts';

/** Messages as columns; those of one batch have one tag and one call. */
export type MessageBatch = Pick<MessagePhase, 'src' | 'dst' | 'bytes' | 'tag' | 'call'>;

/** What a program asks of the engine. */
export interface ProgramHost {
  /** Sends a message of a batch; `part` comes back when it has arrived. */
  send(job: number, part: number, message: number, batch: MessageBatch, time: Picoseconds): void;
  /** Calls `begin(rank)` at that time. */
  timer(job: number, rank: number, time: Picoseconds): void;
  ended(job: number, time: Picoseconds): void;
  /** A rank begins to send and to wait in a step. */
  begun(job: number, rank: number, step: number, time: Picoseconds): void;
}

/** A job while it runs. */
export interface JobProgram {
  /** Of a program in phases: how many a rank has been ahead of the slowest, at most. */
  readonly furthestAhead?: number;
  start(time: Picoseconds): void;
  /** The compute time of a rank is over: it sends. */
  begin(rank: number, time: Picoseconds): void;
  delivered(part: number, src: number, dst: number, time: Picoseconds): void;
  /** When a rank began to wait for a message of this part; null = not yet, -1 = it does not wait for what it gets. */
  beganAt(part: number, rank: number): Picoseconds | null;
  /** The step in which messages of this part are awaited, as the program counts its own steps. */
  awaitedIn(part: number): number;
  /** The step that messages of this part tell in a dataset; -1 = none. */
  stepOf(part: number): number;
}
