import type { Batch } from './table.ts';
import type { TableName, Tables } from './tables.ts';

/** Where readers and the simulator write; the store implements it. Await it: that is the back-pressure. */
export interface TableSink {
  /** Threads may also write parts into this folder themselves (`createPartWriter`); without it all rows come by `write`. */
  readonly partFolder?: string;
  /** Once it resolves, the columns are the writer's to fill again: a sink that keeps rows copies them. */
  write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void>;
}

export interface Progress {
  /** What is being done, in a few words. */
  readonly label: string;
  readonly done: number;
  /** 0 while unknown. */
  readonly total: number;
  readonly unit: 'bytes' | 'messages' | 'steps' | 'files' | 'rows' | 'runs' | 'tasks';
}

/** What long work gets from its caller. */
export interface WorkContext {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}
