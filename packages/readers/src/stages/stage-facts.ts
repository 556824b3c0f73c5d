import type { MatchCounts } from '../matching/index.ts';

/** The two long stages of reading a trace: all ranks are decoded, then what they sent is matched. */
export interface TraceStages<T, R> {
  /** Results in the order of the tasks. */
  decode(tasks: readonly T[]): Promise<R[]>;
  match(): Promise<MatchCounts>;
  close(): Promise<void>;
}

export interface StageFacts<T> {
  readonly format: string;
  readonly partitions: number;
  readonly callNames: readonly string[];
  readonly inputBytes: number;
  /** The files a task reads, and their bytes. */
  readonly filesOf: (task: T) => readonly string[];
  readonly bytesOf: (task: T) => number;
  /** Share of the memory setting for operations that wait to be matched; the rest is for decoding and writing. */
  readonly matcherShare: number;
}
