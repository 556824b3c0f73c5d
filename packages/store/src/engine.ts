import type { AnyQuery, Frame } from '@weft/model';
import type { OnBytes, SqlFrame, SqlOptions } from './store-api.ts';

/** What a dataset needs of an SQL engine that has its tables. */
export interface Engine {
  /** Whether rows come over a network, so that their sums cost less than the rows themselves. */
  readonly isRemote: boolean;
  /** The answer in frames of about as many rows as asked for; at least one, that may be empty. */
  frames(query: AnyQuery, options: FrameOptions): AsyncIterable<Frame>;
  /** One SELECT of a user, in the engine's own dialect. */
  sql(text: string, options: SqlOptions): Promise<SqlFrame>;
  close(): Promise<void>;
}

export interface FrameOptions {
  readonly rows: number;
  /** A frame is used up before the next one is asked for, which may have its memory. */
  readonly passing?: boolean;
  /** Ends the work in the engine, too. */
  readonly signal?: AbortSignal;
  readonly onBytes?: OnBytes;
}
