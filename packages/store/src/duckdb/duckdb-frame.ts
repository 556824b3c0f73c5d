import type { DuckDBDataChunk, DuckDBListVector, DuckDBVarCharVector } from '@duckdb/node-api';
import { type AnyColumn, type ColumnSchema, type Frame, NONE } from '@weft/model';
import type { Dictionaries } from '../column-texts.ts';
import type { FrameBuilder } from '../gather-frames.ts';
import type { ReadColumn } from '../query-sql.ts';

interface NumericVector {
  readonly items: Int32Array | Float64Array;
}

interface ColumnBuilder {
  add(chunk: DuckDBDataChunk, index: number): void;
  bytes(): number;
  /** The values since the last call. */
  take(): AnyColumn;
}

/** Rows that the engine gives at once. */
const CHUNK_ROWS = 2048;
/** What a text takes beside its characters. */
const TEXT_BYTES = 32;

/** Gathers chunks of a query made by `querySql` into columns. */
export class DuckdbFrameBuilder implements FrameBuilder<DuckDBDataChunk> {
  rows = 0;
  private readonly columns: readonly ReadColumn[];
  private readonly builders: readonly ColumnBuilder[];

  constructor(columns: readonly ReadColumn[], dictionaries: Dictionaries, passing = false) {
    this.columns = columns;
    this.builders = columns.map(({ name, schema }) =>
      createBuilder(schema, dictionaries.get(name) ?? [], passing),
    );
  }

  add(chunk: DuckDBDataChunk): void {
    this.rows += chunk.rowCount;
    this.builders.forEach((builder, index) => {
      builder.add(chunk, index);
    });
  }

  /** What the rows so far take. */
  get bytes(): number {
    return this.builders.reduce((sum, builder) => sum + builder.bytes(), 0);
  }

  /** The frame of all chunks since the last call. */
  take(): Frame {
    const columns: Record<string, AnyColumn> = {};
    this.columns.forEach(({ name }, index) => {
      columns[name] = this.builders[index].take();
    });
    const frame = { rows: this.rows, columns };
    this.rows = 0;
    return frame;
  }
}

function createBuilder(
  { kind, distinct }: ColumnSchema,
  dictionary: readonly string[],
  passing: boolean,
): ColumnBuilder {
  switch (kind) {
    case 'int32':
      return numbers(new Growing<Int32Array>((length) => new Int32Array(length), passing));
    case 'int64':
    case 'float64':
      return numbers(new Growing<Float64Array>((length) => new Float64Array(length), passing));
    case 'text': {
      if (distinct) return texts();
      const codes = numbers(new Growing<Int32Array>((length) => new Int32Array(length), passing));
      return { ...codes, take: () => ({ codes: codes.take(), dictionary }) };
    }
    case 'int32[]':
      return lists();
  }
}

function numbers<A extends Int32Array | Float64Array>(values: Growing<A>) {
  return {
    add: (chunk: DuckDBDataChunk, index: number) =>
      values.add((chunk.getColumnVector(index) as unknown as NumericVector).items as A),
    bytes: () => values.bytes,
    take: () => values.take(),
  };
}

/** Every row has a text of its own: looking for repetitions would cost more than it saves. */
function texts(): ColumnBuilder {
  let dictionary: string[] = [];
  const codes = new Growing<Int32Array>((length) => new Int32Array(length));
  let characters = 0;
  return {
    add(chunk, index) {
      const vector = chunk.getColumnVector(index) as DuckDBVarCharVector;
      const own = new Int32Array(vector.itemCount).fill(NONE);
      for (let row = 0; row < own.length; row++) {
        const text = vector.getItem(row);
        if (text === null) continue;
        own[row] = dictionary.push(text) - 1;
        characters += text.length;
      }
      codes.add(own);
    },
    bytes: () => codes.bytes + TEXT_BYTES * dictionary.length + 2 * characters,
    take: () => {
      const column = { codes: codes.take(), dictionary };
      dictionary = [];
      characters = 0;
      return column;
    },
  };
}

function lists(): ColumnBuilder {
  const values = new Growing<Int32Array>((length) => new Int32Array(length));
  const offsets = new Growing<Int32Array>((length) => new Int32Array(length));
  offsets.add(new Int32Array(1));
  return {
    add(chunk, index) {
      const vector = chunk.getColumnVector(index) as DuckDBListVector;
      const items = (vector.childVector as unknown as NumericVector).items as Int32Array;
      const ends = new Int32Array(vector.itemCount);
      for (let row = 0; row < ends.length; row++) {
        const length = vector.getEntryLength(row);
        const start = length > 0 ? vector.getEntryOffset(row) : 0;
        if (length > 0) values.add(items.subarray(start, start + length));
        ends[row] = values.length;
      }
      offsets.add(ends);
    },
    bytes: () => offsets.bytes + values.bytes,
    take: () => {
      const column = { offsets: offsets.take(), values: values.take() };
      offsets.add(new Int32Array(1));
      return column;
    },
  };
}

class Growing<A extends Int32Array | Float64Array> {
  length = 0;
  private array: A;
  private readonly create: (length: number) => A;
  private readonly passing: boolean;

  /** `passing`: what was taken is no longer looked at when more is added, and its memory is used again. */
  constructor(create: (length: number) => A, passing = false) {
    this.create = create;
    this.passing = passing;
    this.array = create(CHUNK_ROWS);
  }

  get bytes(): number {
    return this.length * this.array.BYTES_PER_ELEMENT;
  }

  add(values: A): void {
    const end = this.length + values.length;
    if (end > this.array.length) {
      const larger = this.create(Math.max(end, this.array.length * 2));
      larger.set(this.array.subarray(0, this.length));
      this.array = larger;
    }
    this.array.set(values, this.length);
    this.length = end;
  }

  /** Cut to length, so that the buffer can be sent elsewhere whole. */
  take(): A {
    const { array, length } = this;
    this.length = 0;
    if (this.passing) return array.subarray(0, length) as A;
    this.array = this.create(CHUNK_ROWS);
    return (length === array.length ? array : array.slice(0, length)) as A;
  }
}
