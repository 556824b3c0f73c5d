import type { AnyQuery, Frame } from '@weft/model';
import type { OnBytes, SqlFrame, SqlOptions } from './store-api.ts';

/** What a dataset needs of an SQL engine that has its tables. */
export interface Engine {
  /** The answer in frames of about as many rows as asked for; at least one, that may be empty. */
  frames(query: AnyQuery, options: FrameOptions): AsyncIterable<Frame>;
  /** One SELECT of a user, in the engine's own dialect. */
  sql(text: string, options: SqlOptions): Promise<SqlFrame>;
  close(): Promise<void>;
}

export interface FrameOptions {
  readonly rows: number;
  /** Ends the work in the engine, too. */
  readonly signal?: AbortSignal;
  readonly onBytes?: OnBytes;
}
