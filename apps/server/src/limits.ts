import {
  type AnyColumn,
  type ColumnKind,
  type Frame,
  isList,
  isText,
  type TableQuery,
  tableSchema,
  WeftError,
} from '@weft/model';

export interface Limits {
  readonly bodyBytes: number;
  readonly resultBytes: number;
  /** Bytes of results of analyses, and again of cubes, kept for the next one who asks. */
  readonly cacheBytes: number;
  /** Bytes of files that clients upload and have not imported yet. */
  readonly uploadBytes: number;
}

export const standardLimits: Limits = {
  bodyBytes: 1 << 20,
  resultBytes: 2 ** 30,
  cacheBytes: 512 << 20,
  uploadBytes: 16 * 2 ** 30,
};

export function frameBytes(frame: Frame): number {
  return Object.values(frame.columns).reduce((sum, column) => sum + columnBytes(column), 0);
}

function columnBytes(column: AnyColumn): number {
  if (isText(column)) return column.codes.byteLength;
  if (isList(column)) return column.offsets.byteLength + column.values.byteLength;
  return column.byteLength;
}

const BYTES: Readonly<Record<ColumnKind, number>> = { int32: 4, int64: 8, float64: 8, text: 4, 'int32[]': 8 };

/** Rows of a query that fit into the limit. */
export function rowsWithin(limits: Limits, { table, columns }: TableQuery): number {
  const schemas = tableSchema(table).columns;
  const width = (columns ?? Object.keys(schemas)).reduce(
    (sum, name) => sum + BYTES[schemas[name]?.kind ?? 'float64'],
    0,
  );
  return Math.floor(limits.resultBytes / Math.max(1, width));
}

export function checkResultSize(bytes: number, limits: Limits): void {
  if (bytes <= limits.resultBytes) return;
  throw new WeftError({
    code: 'RESULT-TOO-LARGE',
    message: `the result would have ${bytes} bytes, the limit is ${limits.resultBytes}`,
    advice: 'Ask for fewer columns, a shorter time range or a limit.',
  });
}
