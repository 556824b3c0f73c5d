import { type AnyColumn, type Frame, listColumn, NONE } from '@weft/model';
import type { Dictionaries } from '../column-texts.ts';
import type { FrameBuilder } from '../gather-frames.ts';
import type { ReadColumn } from '../query-sql.ts';
import type { JsonValue } from './trino-client.ts';

type Row = readonly JsonValue[];

/** About what a value takes as JSON and in memory. */
const VALUE_BYTES = 8;

/** Rows of a query made by `querySql`, as columns; texts get the codes that `dictionaries` gives them. */
export class TrinoFrameBuilder implements FrameBuilder<readonly Row[]> {
  private rowsSoFar: Row[] = [];
  private readonly columns: readonly ReadColumn[];
  private readonly dictionaries: Dictionaries;

  constructor(columns: readonly ReadColumn[], dictionaries: Dictionaries) {
    this.columns = columns;
    this.dictionaries = dictionaries;
  }

  get rows(): number {
    return this.rowsSoFar.length;
  }

  get bytes(): number {
    return this.rows * this.columns.length * VALUE_BYTES;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) this.rowsSoFar.push(row);
  }

  /** The frame of all rows since the last call. */
  take(): Frame {
    const rows = this.rowsSoFar;
    this.rowsSoFar = [];
    const columns = this.columns.map((column, index): [string, AnyColumn] => [
      column.name,
      this.columnOf(column, rows, index),
    ]);
    return { rows: rows.length, columns: Object.fromEntries(columns) };
  }

  private columnOf({ name, schema }: ReadColumn, rows: readonly Row[], index: number): AnyColumn {
    switch (schema.kind) {
      case 'int32':
        return Int32Array.from(rows, (row) => Number(row[index]));
      case 'int64':
      case 'float64':
        return Float64Array.from(rows, (row) => Number(row[index]));
      case 'int32[]':
        return listColumn(rows.map((row) => (row[index] ?? []) as readonly number[]));
      case 'text':
        return schema.distinct
          ? ownTexts(rows, index)
          : codedTexts(rows, index, this.dictionaries.get(name) ?? []);
    }
  }
}

function codedTexts(rows: readonly Row[], index: number, dictionary: readonly string[]): AnyColumn {
  const codeOf = new Map(dictionary.map((text, code): [JsonValue, number] => [text, code]));
  return { codes: Int32Array.from(rows, (row) => codeOf.get(row[index]) ?? NONE), dictionary };
}

/** One entry of the dictionary a row. */
function ownTexts(rows: readonly Row[], index: number): AnyColumn {
  const dictionary: string[] = [];
  const codes = Int32Array.from(rows, (row) =>
    row[index] === null ? NONE : dictionary.push(String(row[index])) - 1,
  );
  return { codes, dictionary };
}
