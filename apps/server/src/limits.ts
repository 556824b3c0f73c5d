import { type AnyColumn, type Frame, isList, isText, WeftError } from '@weft/model';
import { machineMemory } from '@weft/store';

export interface Limits {
  readonly bodyBytes: number;
  /** Bytes of one answer. */
  readonly resultBytes: number;
  /** Bytes of all answers under way, in the making or not yet taken. */
  readonly answersBytes: number;
  /** Bytes of results kept for the next one who asks, for a while: a fourth for analyses, an eighth each for cubes and tables, half for inputs of analyses. */
  readonly cacheBytes: number;
  /** Bytes of files that clients upload and have not imported yet. */
  readonly uploadBytes: number;
}

const memory = machineMemory();

export const standardLimits: Limits = {
  bodyBytes: 1 << 20,
  resultBytes: Math.min(2 ** 30, memory / 8),
  answersBytes: Math.min(2 ** 33, memory / 4),
  cacheBytes: Math.min(2 ** 33, memory / 4),
  uploadBytes: 16 * 2 ** 30,
};

export function framesBytes(frames: Readonly<Record<string, Frame>>): number {
  return Object.values(frames).reduce((sum, frame) => sum + frameBytes(frame), 0);
}

function frameBytes(frame: Frame): number {
  return Object.values(frame.columns).reduce((sum, column) => sum + columnBytes(column), 0);
}

function columnBytes(column: AnyColumn): number {
  if (isText(column)) return column.codes.byteLength + textBytes(column.dictionary);
  if (isList(column)) return column.offsets.byteLength + column.values.byteLength;
  return column.byteLength;
}

function textBytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + 32 + 2 * text.length, 0);
}

export function checkResultSize(bytes: number, limits: Limits): void {
  if (bytes <= limits.resultBytes) return;
  throw new WeftError({
    code: 'RESULT-TOO-LARGE',
    message: `the result would have ${bytes} bytes, the limit is ${limits.resultBytes}`,
    advice: 'Ask for fewer columns, a shorter time range or a limit.',
  });
}
