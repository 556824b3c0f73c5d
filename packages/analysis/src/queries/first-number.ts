import type { Frame } from '@weft/model';

/** The number of a column in the first row; undefined where there is none. */
export function firstNumber(frame: Frame | undefined, name: string): number | undefined {
  const column = frame?.columns[name];
  return column instanceof Float64Array || column instanceof Int32Array ? column[0] : undefined;
}
