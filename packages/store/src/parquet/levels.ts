import { type ListColumn, NONE } from '@weft/model';
import type { ByteSink } from './byte-sink.ts';
import { writeRleHybrid, writeRun } from './rle-hybrid.ts';

/** Definition levels of a list: an empty one, and one of its elements. */
const EMPTY_LIST = 1;
const ELEMENT = 3;

/** The values that are there, after the levels that say which are. */
export interface Present<T> {
  readonly values: T;
  readonly count: number;
  /** Rows, or elements and empty lists. */
  readonly entries: number;
}

/** Writes definition levels of a nullable column, with none as -1, and closes the gaps. */
export class LevelWriter {
  private levels = new Int32Array(0);
  private ints = new Int32Array(0);
  private doubles = new Float64Array(0);

  nullable<T extends Int32Array | Float64Array>(sink: ByteSink, column: T, rows: number): Present<T> {
    const first = column.subarray(0, rows).indexOf(NONE);
    const start = sink.startLength();
    if (first < 0) {
      writeRun(sink, 1, rows, 1);
      sink.endLength(start);
      return { values: column, count: rows, entries: rows };
    }
    this.grow(rows);
    const values = (column instanceof Int32Array ? this.ints : this.doubles) as T;
    const count =
      column instanceof Int32Array ? this.closeInts(column, rows) : this.closeDoubles(column, rows);
    writeRleHybrid(sink, this.levels, rows, 1);
    sink.endLength(start);
    return { values, count, entries: rows };
  }

  list(sink: ByteSink, { offsets, values }: ListColumn, rows: number): Present<Int32Array> {
    const repetitions: number[] = [];
    const definitions: number[] = [];
    for (let row = 0; row < rows; row++) {
      const length = offsets[row + 1] - offsets[row];
      for (let index = 0; index < Math.max(1, length); index++) {
        repetitions.push(index === 0 ? 0 : 1);
        definitions.push(length === 0 ? EMPTY_LIST : ELEMENT);
      }
    }
    writeLevels(sink, repetitions, 1);
    writeLevels(sink, definitions, 2);
    const elements = values.subarray(offsets[0], offsets[rows]);
    return { values: elements, count: elements.length, entries: definitions.length };
  }

  private grow(rows: number): void {
    if (this.levels.length >= rows + 8) return;
    this.levels = new Int32Array(rows + 8);
    this.ints = new Int32Array(rows + 8);
    this.doubles = new Float64Array(rows + 8);
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

function writeLevels(sink: ByteSink, levels: readonly number[], width: number): void {
  const start = sink.startLength();
  const padded = new Int32Array(levels.length + 8);
  padded.set(levels);
  writeRleHybrid(sink, padded, levels.length, width);
  sink.endLength(start);
}
