import { kindFault } from './batch.ts';
import {
  type AnyColumn,
  type Batch,
  columnLength,
  type Frame,
  isList,
  isText,
  type ListColumn,
  type TableSchema,
  type TextColumn,
} from './table.ts';
import { WeftError } from './weft-error.ts';

/** The frame as a batch of the schema, once its columns have the names, kinds and length the schema asks for. */
export function frameWith<T extends TableSchema>(schema: T, frame: Frame): Batch<T> {
  const fault = frameFault(schema, frame);
  if (fault !== null) {
    throw new WeftError({ code: 'BAD-FRAME', message: `${schema.name}: ${fault}`, record: schema.name });
  }
  return frame as Batch<T>;
}

/** What keeps a frame from being a batch of the schema; null where nothing does. */
export function frameFault({ columns }: TableSchema, frame: Frame): string | null {
  for (const [name, { kind }] of Object.entries(columns)) {
    if (!Object.hasOwn(frame.columns, name)) return `column ${name} is missing`;
    const fault = kindFault(kind, frame.columns[name]);
    if (fault !== null) return `column ${name} ${fault}`;
    const length = columnLength(frame.columns[name]);
    if (length !== frame.rows) return `column ${name} has ${length} values for ${frame.rows} rows`;
  }
  const unknown = Object.keys(frame.columns).find((name) => !Object.hasOwn(columns, name));
  return unknown === undefined ? null : `column ${unknown} is not declared`;
}

/** A batch without the columns that the schema does not name. */
export function columnsOnly<T extends TableSchema>(schema: T, { rows, columns }: Batch<T>): Batch<T> {
  const kept: Record<string, AnyColumn> = {};
  for (const name of Object.keys(schema.columns)) kept[name] = columns[name];
  return frameWith(schema, { rows, columns: kept });
}

type Columns = Readonly<Record<string, AnyColumn | undefined>>;

interface FrameWith<C> {
  readonly rows: number;
  readonly columns: C;
}

/** Some rows of a frame, in the order asked for. */
export function takeRows<C extends Columns>(frame: FrameWith<C>, rows: Int32Array): FrameWith<C> {
  return { rows: rows.length, columns: mapColumns(frame.columns, (column) => takeColumn(column, rows)) };
}

/** The rows of one frame after those of another with the same columns. */
export function joinFrames<C extends Columns>(first: FrameWith<C>, second: FrameWith<C>): FrameWith<C> {
  return {
    rows: first.rows + second.rows,
    columns: mapColumns(first.columns, (column, name) => joinColumns(column, second.columns[name])),
  };
}

function mapColumns<C extends Columns>(
  columns: C,
  change: (column: AnyColumn, name: string) => AnyColumn,
): C {
  const changed: Record<string, AnyColumn> = {};
  for (const [name, column] of Object.entries(columns)) if (column) changed[name] = change(column, name);
  return changed as C;
}

function takeColumn(column: AnyColumn, rows: Int32Array): AnyColumn {
  if (column instanceof Int32Array) return rows.map((row) => column[row]);
  if (column instanceof Float64Array) return Float64Array.from(rows, (row) => column[row]);
  if (isText(column)) {
    return { codes: rows.map((row) => column.codes[row]), dictionary: column.dictionary };
  }
  return takeLists(column, rows);
}

function takeLists({ offsets, values }: ListColumn, rows: Int32Array): ListColumn {
  const taken = new Int32Array(rows.length + 1);
  rows.forEach((row, at) => {
    taken[at + 1] = taken[at] + offsets[row + 1] - offsets[row];
  });
  const kept = new Int32Array(taken[rows.length]);
  rows.forEach((row, at) => {
    kept.set(values.subarray(offsets[row], offsets[row + 1]), taken[at]);
  });
  return { offsets: taken, values: kept };
}

function joinColumns(first: AnyColumn, second: AnyColumn | undefined): AnyColumn {
  if (first instanceof Int32Array && second instanceof Int32Array) return joinIntegers(first, second);
  if (first instanceof Float64Array && second instanceof Float64Array) {
    const joined = new Float64Array(first.length + second.length);
    joined.set(first);
    joined.set(second, first.length);
    return joined;
  }
  if (second && isText(first) && isText(second)) return joinTexts(first, second);
  if (second && isList(first) && isList(second)) return joinLists(first, second);
  throw new WeftError({ code: 'BAD-FRAME', message: 'columns of different kinds cannot be joined' });
}

function joinIntegers(first: Int32Array, second: Int32Array): Int32Array {
  const joined = new Int32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function joinTexts(first: TextColumn, second: TextColumn): TextColumn {
  const after = first.dictionary.length;
  const moved = second.codes.map((code) => (code < 0 ? code : code + after));
  return {
    codes: joinIntegers(first.codes, moved),
    dictionary: [...first.dictionary, ...second.dictionary],
  };
}

function joinLists(first: ListColumn, second: ListColumn): ListColumn {
  const after = first.values.length;
  const moved = second.offsets.subarray(1).map((offset) => offset + after);
  return {
    offsets: joinIntegers(first.offsets, moved),
    values: joinIntegers(first.values, second.values),
  };
}
