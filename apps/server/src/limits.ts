import { type AnyColumn, type Frame, isList, isText, WeftError } from '@weft/model';

export interface Limits {
  readonly bodyBytes: number;
  readonly resultBytes: number;
  readonly sqlRows: number;
  /** Bytes of analysis results kept for the next one who asks. */
  readonly cacheBytes: number;
}

export const standardLimits: Limits = {
  bodyBytes: 1 << 20,
  resultBytes: 2 ** 30,
  sqlRows: 1_000_000,
  cacheBytes: 512 << 20,
};

export function frameBytes(frame: Frame): number {
  return Object.values(frame.columns).reduce((sum, column) => sum + columnBytes(column), 0);
}

function columnBytes(column: AnyColumn): number {
  if (isText(column)) return column.codes.byteLength;
  if (isList(column)) return column.offsets.byteLength + column.values.byteLength;
  return column.byteLength;
}

export function checkResultSize(bytes: number, limits: Limits): void {
  if (bytes <= limits.resultBytes) return;
  throw new WeftError({
    code: 'RESULT-TOO-LARGE',
    message: `the result would have ${bytes} bytes, the limit is ${limits.resultBytes}`,
    advice: 'Ask for fewer columns, a shorter time range or a limit.',
  });
}
