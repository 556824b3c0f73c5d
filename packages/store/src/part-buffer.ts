import {
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBListValue,
  type DuckDBType,
  INTEGER,
  LIST,
} from '@duckdb/node-api';
import {
  type AnyColumn,
  type Batch,
  type ColumnKind,
  isList,
  isText,
  type ListColumn,
  type TableSchema,
} from '@weft/model';
import { PartDictionary } from './part-dictionary.ts';
import { quoteName } from './sql-text.ts';

/** Rows the engine takes at a time. */
const CHUNK_ROWS = 2048;

/** The vectors hold their values in a typed array that `flush` copies into the engine as it is. */
interface NumericVector {
  items: Int32Array | Float64Array;
  flush(): void;
}

type Plain = Int32Array | Float64Array | ListColumn;

/**
 * Rows of one part in a table of the engine, as raw as they come: int64 as doubles, text as codes,
 * none as -1. The copy to Parquet turns them into what they mean, off the JavaScript thread.
 */
export class PartBuffer {
  rows = 0;
  readonly name: string;
  readonly schema: TableSchema;
  readonly dictionaries = new Map<string, PartDictionary>();
  private readonly appender: DuckDBAppender;
  private readonly types: DuckDBType[];
  private readonly fullChunk: DuckDBDataChunk;

  private constructor(schema: TableSchema, name: string, appender: DuckDBAppender) {
    this.schema = schema;
    this.name = name;
    this.appender = appender;
    this.types = Object.values(schema.columns).map(({ kind }) => rawType(kind));
    this.fullChunk = DuckDBDataChunk.create(this.types, CHUNK_ROWS);
    for (const [column, { kind }] of Object.entries(schema.columns)) {
      if (kind === 'text') this.dictionaries.set(column, new PartDictionary());
    }
  }

  static async create(connection: DuckDBConnection, schema: TableSchema, name: string): Promise<PartBuffer> {
    const columns = Object.entries(schema.columns).map(
      ([column, { kind }]) => `${quoteName(column)} ${rawType(kind)}`,
    );
    await connection.run(`CREATE TABLE ${quoteName(name)} (${columns.join(', ')})`);
    return new PartBuffer(schema, name, await connection.createAppender(name));
  }

  /** Appends rows [from, to) of a checked batch. */
  append(batch: Batch, from: number, to: number): void {
    const columns = Object.keys(this.schema.columns).map((name) =>
      this.rawColumn(name, batch.columns[name] as AnyColumn, from, to),
    );
    const rows = to - from;
    for (let at = 0; at < rows; at += CHUNK_ROWS)
      this.appendChunk(columns, at, Math.min(at + CHUNK_ROWS, rows));
    this.rows += rows;
  }

  close(): void {
    this.appender.closeSync();
  }

  private rawColumn(name: string, column: AnyColumn, from: number, to: number): Plain {
    if (isText(column)) {
      const dictionary = this.dictionaries.get(name) as PartDictionary;
      const codes = column.codes.subarray(from, to);
      return dictionary.translate({ codes, dictionary: column.dictionary }, `${this.schema.name}.${name}`);
    }
    if (isList(column)) return { offsets: column.offsets.subarray(from, to + 1), values: column.values };
    return column.subarray(from, to);
  }

  private appendChunk(columns: readonly Plain[], from: number, to: number): void {
    const rows = to - from;
    const chunk = rows === CHUNK_ROWS ? this.fullChunk : DuckDBDataChunk.create(this.types, rows);
    columns.forEach((column, index) => {
      if ('offsets' in column) {
        chunk.setColumnValues(index, listValues(column, from, to));
      } else {
        const vector = chunk.getColumnVector(index) as unknown as NumericVector;
        vector.items = column.subarray(from, to);
        vector.flush();
      }
    });
    this.appender.appendDataChunk(chunk);
  }
}

function listValues(column: ListColumn, from: number, to: number): DuckDBListValue[] {
  const { offsets, values } = column;
  return Array.from(
    { length: to - from },
    (_, row) => new DuckDBListValue([...values.subarray(offsets[from + row], offsets[from + row + 1])]),
  );
}

function rawType(kind: ColumnKind): DuckDBType {
  switch (kind) {
    case 'int32':
    case 'text':
      return INTEGER;
    case 'int64':
    case 'float64':
      return DOUBLE;
    case 'int32[]':
      return LIST(INTEGER);
  }
}
