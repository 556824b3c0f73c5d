import type { Unit } from './units.ts';

/**
 * How a column is held in memory:
 * int32 in Int32Array; int64 (exact integers below 2^53) and float64 in Float64Array;
 * text as codes into a dictionary; int32[] as values cut by offsets.
 */
export type ColumnKind = 'int32' | 'int64' | 'float64' | 'text' | 'int32[]';

export interface ColumnSchema<K extends ColumnKind = ColumnKind> {
  readonly kind: K;
  /** -1 in memory and NULL in SQL where there is no value. */
  readonly optional?: boolean;
  /** Texts that hardly ever repeat, such as names: read as they are, one entry of the dictionary a row. */
  readonly distinct?: boolean;
  readonly unit?: Unit;
  /** Every text the column can have, and what it means. */
  readonly codes?: Readonly<Record<string, string>>;
  /** The version of the manifest that brought the column, and its value in the tables of datasets before. */
  readonly added?: { readonly version: number; readonly before: number | string };
  readonly doc: string;
}

export interface TextColumn {
  readonly codes: Int32Array;
  readonly dictionary: readonly string[];
}

export interface ListColumn {
  /** Row r holds values[offsets[r] .. offsets[r + 1]). */
  readonly offsets: Int32Array;
  readonly values: Int32Array;
}

type ColumnOf<K extends ColumnKind> = K extends 'int32'
  ? Int32Array
  : K extends 'int64' | 'float64'
    ? Float64Array
    : K extends 'text'
      ? TextColumn
      : ListColumn;

export type AnyColumn = Int32Array | Float64Array | TextColumn | ListColumn;

type ColumnSchemas = Readonly<Record<string, ColumnSchema>>;

export interface TableSchema<C extends ColumnSchemas = ColumnSchemas, N extends string = string> {
  readonly name: N;
  readonly doc: string;
  readonly columns: C;
}

/** The columns of a table, all of the same number of rows. */
export type ColumnsOf<T extends TableSchema> = {
  readonly [K in keyof T['columns']]: ColumnOf<T['columns'][K]['kind']>;
};

type ValueOf<K extends ColumnKind> = K extends 'text'
  ? string | null
  : K extends 'int32[]'
    ? readonly number[]
    : number;

export type RowOf<T extends TableSchema> = {
  readonly [K in keyof T['columns']]: ValueOf<T['columns'][K]['kind']>;
};

type Added = { readonly added: object };

/** A row as it is given: columns that were added later may be left out. */
export type GivenRowOf<T extends TableSchema> = {
  readonly [K in keyof T['columns'] as T['columns'][K] extends Added ? never : K]: RowOf<T>[K];
} & {
  readonly [K in keyof T['columns'] as T['columns'][K] extends Added ? K : never]?: RowOf<T>[K];
};

/** Some rows of a table as columns. */
export interface Batch<T extends TableSchema = TableSchema> {
  readonly rows: number;
  readonly columns: ColumnsOf<T>;
}

/** Columns of any shape, such as the result of a query or an analysis. */
export interface Frame {
  readonly rows: number;
  readonly columns: Readonly<Record<string, AnyColumn>>;
}

export function defineTable<const N extends string, const C extends ColumnSchemas>(
  name: N,
  doc: string,
  columns: C,
): TableSchema<C, N> {
  return { name, doc, columns };
}

export function isText(column: AnyColumn): column is TextColumn {
  return 'dictionary' in column;
}

export function isList(column: AnyColumn): column is ListColumn {
  return 'offsets' in column;
}

export function columnLength(column: AnyColumn): number {
  if (isText(column)) return column.codes.length;
  if (isList(column)) return column.offsets.length - 1;
  return column.length;
}

export function textAt(column: TextColumn, row: number): string | null {
  const code = column.codes[row];
  return code === undefined || code < 0 ? null : (column.dictionary[code] ?? null);
}

export function listAt(column: ListColumn, row: number): Int32Array {
  return column.values.subarray(column.offsets[row], column.offsets[row + 1]);
}
