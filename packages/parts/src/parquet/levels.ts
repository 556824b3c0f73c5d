import { type ListColumn, NONE } from '@weft/model';
import type { ByteSink } from './byte-sink.ts';
import { writeRleHybrid, writeRun } from './rle-hybrid.ts';

/** Definition levels of a list: an empty one, and one of its elements. */
const EMPTY_LIST = 0;
const ELEMENT = 1;

/** The values of a column that are there, one after the other. */
export interface Present<T = Int32Array | Float64Array> {
  readonly values: T;
  readonly count: number;
  /** Per row whether it has a value (1) or not (0); null where all have one. */
  readonly levels: Int32Array | null;
}

/** Takes the rows without a value (-1) out of a column; the result holds until the next call. */
export class GapCloser {
  private levels = new Int32Array(0);
  private ints = new Int32Array(0);
  private doubles = new Float64Array(0);

  close(column: Int32Array | Float64Array, rows: number): Present {
    if (column.subarray(0, rows).indexOf(NONE) < 0) return { values: column, count: rows, levels: null };
    this.makeRoom(rows);
    const { levels } = this;
    if (column instanceof Int32Array) {
      return { values: this.ints, count: this.closeInts(column, rows), levels };
    }
    return { values: this.doubles, count: this.closeDoubles(column, rows), levels };
  }

  private makeRoom(rows: number): void {
    if (this.levels.length >= rows) return;
    this.levels = new Int32Array(rows);
    this.ints = new Int32Array(rows);
    this.doubles = new Float64Array(rows);
  }

  private closeInts(column: Int32Array, rows: number): number {
    const { levels, ints } = this;
    let count = 0;
    for (let row = 0; row < rows; row++) {
      const value = column[row];
      const level = value === NONE ? 0 : 1;
      levels[row] = level;
      ints[count] = value;
      count += level;
    }
    return count;
  }

  private closeDoubles(column: Float64Array, rows: number): number {
    const { levels, doubles } = this;
    let count = 0;
    for (let row = 0; row < rows; row++) {
      const value = column[row];
      const level = value === NONE ? 0 : 1;
      levels[row] = level;
      doubles[count] = value;
      count += level;
    }
    return count;
  }
}

/** Definition levels of rows [from, to) of a nullable column. */
export function writeLevels(sink: ByteSink, levels: Int32Array | null, from: number, to: number): void {
  const start = sink.startLength();
  if (levels) writeRleHybrid(sink, levels, from, to, 1);
  else writeRun(sink, 1, to - from, 1);
  sink.endLength(start);
}

/** Definition levels of a nullable column whose rows all have a value, or none of them. */
export function writeEqualLevels(sink: ByteSink, level: 0 | 1, rows: number): void {
  const start = sink.startLength();
  writeRun(sink, level, rows, 1);
  sink.endLength(start);
}

/** Repetition and definition levels of lists; returns how many elements and empty lists there are. */
export function writeListLevels(sink: ByteSink, offsets: ListColumn['offsets'], rows: number): number {
  const repetitions: number[] = [];
  const definitions: number[] = [];
  for (let row = 0; row < rows; row++) {
    const length = offsets[row + 1] - offsets[row];
    for (let index = 0; index < Math.max(1, length); index++) {
      repetitions.push(index === 0 ? 0 : 1);
      definitions.push(length === 0 ? EMPTY_LIST : ELEMENT);
    }
  }
  for (const levels of [repetitions, definitions]) {
    const start = sink.startLength();
    writeRleHybrid(sink, Int32Array.from(levels), 0, levels.length, 1);
    sink.endLength(start);
  }
  return definitions.length;
}
