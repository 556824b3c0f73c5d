import {
  type AnyColumn,
  type Batch,
  type ColumnKind,
  type ColumnSchema,
  columnLength,
  type GivenRowOf,
  isList,
  isText,
  type ListColumn,
  type RowOf,
  type TableSchema,
  type TextColumn,
} from './table.ts';
import { NONE } from './units.ts';
import { WeftError } from './weft-error.ts';

/** Gives each distinct string a code, in order of first use. */
export class Interner {
  readonly dictionary: string[] = [];
  private readonly codes = new Map<string, number>();

  code(text: string | null): number {
    if (text === null) return NONE;
    const known = this.codes.get(text);
    if (known !== undefined) return known;
    const code = this.dictionary.length;
    this.dictionary.push(text);
    this.codes.set(text, code);
    return code;
  }
}

export function textColumn(values: readonly (string | null)[]): TextColumn {
  const interner = new Interner();
  const codes = Int32Array.from(values, (value) => interner.code(value));
  return { codes, dictionary: interner.dictionary };
}

/** A column of ids in which no row has a value. */
export function noIds(rows: number): Int32Array {
  return new Int32Array(rows).fill(NONE);
}

/** A column of times in which no row has a value. */
export function noTimes(rows: number): Float64Array {
  return new Float64Array(rows).fill(NONE);
}

/** The same text in every row. */
export function constantText(text: string, rows: number): TextColumn {
  return { codes: new Int32Array(rows), dictionary: [text] };
}

export function listColumn(values: readonly (readonly number[])[]): ListColumn {
  const offsets = new Int32Array(values.length + 1);
  values.forEach((list, row) => {
    offsets[row + 1] = offsets[row] + list.length;
  });
  return { offsets, values: Int32Array.from(values.flat()) };
}

/** Columns from rows: for small tables and tests; hot paths fill typed arrays themselves. */
export function batchFromRows<T extends TableSchema>(schema: T, rows: readonly GivenRowOf<T>[]): Batch<T> {
  const columns: Record<string, AnyColumn> = {};
  const given: readonly Readonly<Record<string, unknown>>[] = rows;
  for (const [name, { kind, added }] of Object.entries(schema.columns)) {
    columns[name] = columnFromValues(
      kind,
      given.map((row) => row[name] ?? (added ? added.before : row[name])),
    );
  }
  return { rows: rows.length, columns: columns as Batch<T>['columns'] };
}

function columnFromValues(kind: ColumnKind, values: readonly unknown[]): AnyColumn {
  switch (kind) {
    case 'int32':
      return Int32Array.from(values as number[]);
    case 'int64':
    case 'float64':
      return Float64Array.from(values as number[]);
    case 'text':
      return textColumn(values as (string | null)[]);
    case 'int32[]':
      return listColumn(values as number[][]);
  }
}

/** Rows from columns: for display and tests. */
export function rowsFromBatch<T extends TableSchema>(schema: T, batch: Batch<T>): RowOf<T>[] {
  const names = Object.keys(schema.columns);
  return Array.from({ length: batch.rows }, (_, row) =>
    Object.fromEntries(names.map((name) => [name, valueAt(batch.columns[name], row)])),
  ) as RowOf<T>[];
}

export function valueAt(column: AnyColumn, row: number): number | string | number[] | null {
  if (isText(column)) {
    const code = column.codes[row];
    return code < 0 ? null : column.dictionary[code];
  }
  if (isList(column)) return [...column.values.subarray(column.offsets[row], column.offsets[row + 1])];
  return column[row];
}

/** Rows [from, to) without copying numbers. */
export function sliceColumn(column: AnyColumn, from: number, to: number): AnyColumn {
  if (isText(column)) {
    return { codes: column.codes.subarray(from, to), dictionary: column.dictionary };
  }
  if (isList(column)) {
    const first = column.offsets[from];
    const offsets = column.offsets.slice(from, to + 1).map((offset) => offset - first);
    return { offsets, values: column.values.subarray(first, column.offsets[to]) };
  }
  return column.subarray(from, to);
}

/** Columns that nobody else fills; dictionaries are shared, they never change. */
export function copyBatch<T extends TableSchema>({ rows, columns }: Batch<T>): Batch<T> {
  const copied = Object.entries<AnyColumn>(columns).map(([name, column]) => [name, copyColumn(column)]);
  return { rows, columns: Object.fromEntries(copied) };
}

function copyColumn(column: AnyColumn): AnyColumn {
  if (isText(column)) return { codes: column.codes.slice(), dictionary: column.dictionary };
  if (isList(column)) return { offsets: column.offsets.slice(), values: column.values.slice() };
  return column.slice();
}

/** Checks names, kinds, lengths and exactness of a batch; throws what a reader did wrong. */
export function checkBatch(schema: TableSchema, batch: Batch): void {
  for (const [name, column] of Object.entries(schema.columns)) {
    const data: AnyColumn | undefined = batch.columns[name];
    if (data === undefined) throw batchError(schema, name, 'is missing');
    const fault =
      kindFault(column.kind, data) ?? inexactValue(column.kind, data) ?? lackingText(column, data);
    if (fault) throw batchError(schema, name, fault);
    const length = columnLength(data);
    if (length !== batch.rows) {
      throw batchError(schema, name, `has ${length} values for ${batch.rows} rows`);
    }
  }
  const unknown = Object.keys(batch.columns).find((name) => !(name in schema.columns));
  if (unknown) throw batchError(schema, unknown, 'is not a column of this table');
}

/** Why a column does not hold values of the kind; null where it does. */
export function kindFault(kind: ColumnKind, column: AnyColumn): string | null {
  switch (kind) {
    case 'int32':
      return column instanceof Int32Array ? null : 'must be an Int32Array';
    case 'int64':
    case 'float64':
      return column instanceof Float64Array ? null : 'must be a Float64Array';
    case 'text':
      return isText(column) ? null : 'must be a text column';
    case 'int32[]':
      return isList(column) ? null : 'must be a list column';
  }
}

function inexactValue(kind: ColumnKind, column: AnyColumn): string | null {
  if (kind !== 'int64' || !(column instanceof Float64Array)) return null;
  for (let row = 0; row < column.length; row++) {
    const value = column[row];
    if (!Number.isSafeInteger(value)) return `row ${row} holds ${value}, not an exact integer`;
  }
  return null;
}

function lackingText({ optional }: ColumnSchema, column: AnyColumn): string | null {
  if (optional || !isText(column)) return null;
  const row = column.codes.indexOf(NONE);
  return row < 0 ? null : `row ${row} has no text`;
}

function batchError(schema: TableSchema, column: string, fault: string): WeftError {
  return new WeftError({
    code: 'BAD-BATCH',
    message: `column ${schema.name}.${column} ${fault}`,
    record: schema.name,
  });
}
