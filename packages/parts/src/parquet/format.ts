/** Numbers of the Parquet format (parquet.thrift), as far as they are used here. */

export const TYPE = { INT32: 1, INT64: 2, DOUBLE: 5, BYTE_ARRAY: 6 } as const;
export const REPETITION = { REQUIRED: 0, OPTIONAL: 1, REPEATED: 2 } as const;
export const ENCODING = { PLAIN: 0, RLE: 3, DELTA_BINARY_PACKED: 5, RLE_DICTIONARY: 8 } as const;
export const PAGE = { DATA: 0, DICTIONARY: 2 } as const;
export const CONVERTED = { UTF8: 0, LIST: 3 } as const;
export const LOGICAL = { STRING: 1, LIST: 3 } as const;
export const UNCOMPRESSED = 0;
export const MAGIC = 'PAR1';

/** What the footer tells about a column of a row group. Places count from the start of the row group. */
export interface ChunkFacts {
  readonly encodings: ReadonlySet<number>;
  readonly values: number;
  readonly start: number;
  readonly dataPage: number;
  readonly bytes: number;
  readonly statistics: Statistics;
}

export interface Statistics {
  readonly nulls: number;
  /** In PLAIN encoding without a length; null where they are not known or not worth it. */
  readonly range: { readonly min: Uint8Array; readonly max: Uint8Array } | null;
}

export interface RowGroupFacts {
  readonly rows: number;
  /** Place in the file. */
  readonly start: number;
  readonly bytes: number;
  readonly chunks: readonly ChunkFacts[];
}
