import type {
  AnyQuery,
  Batch,
  Cube,
  Frame,
  FrameOf,
  Manifest,
  ManifestFacts,
  Network,
  TableName,
  TableSink,
  Tables,
} from '@weft/model';

/** An opened dataset folder, read only. */
export interface Dataset {
  readonly path: string;
  readonly manifest: Manifest;
  /** Address of the engine that answers; left out: the one of this process. */
  readonly engine?: string;
  /** Filters are pushed down to Parquet. Where there is no value, numbers are -1 and text codes -1. */
  read<Q extends AnyQuery>(query: Q, signal?: AbortSignal, onBytes?: OnBytes): Promise<FrameOf<Q>>;
  /** The same, a batch at a time, in bounded memory. */
  stream<Q extends AnyQuery>(query: Q, signal?: AbortSignal): AsyncIterable<FrameOf<Q>>;
  /** A whole table in the order it was written; empty where the dataset has none. */
  readTable<N extends TableName>(table: N): Promise<Batch<Tables[N]>>;
  network(): Promise<Network | null>;
  cube(metric: string, options?: CubeOptions): Promise<Cube>;
  /** Traffic over time in equal bins, for a picture at a glance; null where nothing moves. */
  activity(bins: number): Promise<Float64Array | null>;
  /**
   * Read-only SQL over the dataset's tables and nothing else. Unlike `read`, NULL numbers are NaN:
   * a query may well compute -1.
   */
  sql(text: string, options?: SqlOptions): Promise<SqlFrame>;
  close(): Promise<void>;
}

/** What SQL says of a column of numbers, which as a frame has integers of 64 bits and NULL in doubles. */
export interface SqlNumbers {
  readonly kind: 'int32' | 'int64' | 'float64';
  /** Rows with NULL. */
  readonly nulls: ReadonlySet<number>;
}

export interface SqlFrame extends Frame {
  /** Of the columns of numbers. */
  readonly numbers: Readonly<Record<string, SqlNumbers>>;
}

/** Told how many bytes an answer has or will have; what it throws ends the work, and the work waits for it. */
export type OnBytes = (bytes: number) => Promise<void> | void;

export interface OpenOptions {
  /** Address of a Trino that answers in the place of the engine of this process. */
  readonly engine?: string;
  /** Threads of the SQL engine; all cores when left out. */
  readonly threads?: number;
  /** Bytes of memory the SQL engine may take; half of the machine's when left out. */
  readonly memory?: number;
  /** Bytes of disk it may take for what does not fit into its memory. */
  readonly spill?: number;
  /** The dataset is the working folder of this process: EXPLAIN and errors then name its files without their place. */
  readonly inWorkingFolder?: boolean;
}

export interface CubeOptions {
  /** Neighbouring samples are added together until at most this many steps are left. */
  readonly maxSteps?: number;
  /** Called before its sums are reserved. */
  readonly onBytes?: OnBytes;
  /** Only samples after this time; its steps begin there. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

export interface SqlOptions {
  readonly maxRows?: number;
  /** Bytes of the answer, checked while it grows. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** A dataset being written, beside its final place; it appears whole on `finish` or not at all. */
export interface DatasetWriter extends TableSink {
  finish(facts: ManifestFacts): Promise<Manifest>;
  /** Ends without a dataset. What other processes have left for it is kept for `resume` where asked for. */
  abort(options?: { readonly keep?: boolean }): Promise<void>;
}

export interface CreateOptions {
  /** Other processes write parts too, and what they left can be resumed after a failure of this one. */
  readonly shared?: 'new' | 'resume';
  /** Replace a dataset that is there already; without it that is an error. */
  readonly overwrite?: boolean;
}
