import { type AnyColumn, type Batch, isList, isText, type ListColumn, type TableSchema } from '@weft/model';
import { isConstant, larger, type Numbers } from './numbers.ts';
import type { ConstantColumn } from './parquet/column-chunk.ts';
import type { RowGroupData } from './parquet/file-writer.ts';
import { TextCodes } from './text-codes.ts';

const FIRST_CAPACITY = 1024;

type BufferedColumn = Numbers | ConstantColumn | TextCodes | { offsets: Int32Array; values: Int32Array };

const NO_ROWS: ConstantColumn = { constant: Number.NaN };

/** Collects rows of one table, batch by batch, until they make a row group. */
export class RowBuffer {
  rows = 0;
  private readonly schema: TableSchema;
  /** Columns of numbers take no room as long as all rows have had the same one. */
  private readonly columns: Record<string, BufferedColumn> = {};
  private readonly firstCapacity: number;
  private capacity = 0;

  /** `firstCapacity` = rows there is room for from the first one on. */
  constructor(schema: TableSchema, firstCapacity = FIRST_CAPACITY) {
    this.schema = schema;
    this.firstCapacity = firstCapacity;
    for (const [name, { kind }] of Object.entries(schema.columns)) {
      if (kind === 'text') this.columns[name] = new TextCodes();
      else if (kind === 'int32[]')
        this.columns[name] = { offsets: new Int32Array(1), values: new Int32Array(0) };
      else this.columns[name] = NO_ROWS;
    }
  }

  /** Appends rows [from, to) of a checked batch. */
  append(batch: Batch, from: number, to: number): void {
    if (from === to) return;
    this.grow(this.rows + to - from);
    for (const [name, column] of Object.entries(this.columns)) {
      const source = batch.columns[name] as AnyColumn;
      if (isText(source)) {
        const full = `${this.schema.name}.${name}`;
        (column as TextCodes).append(source, from, to, this.rows, this.capacity, full);
      } else if (isList(source)) this.appendLists(column as ListColumn, name, source, from, to);
      else this.appendNumbers(name, source, from, to);
    }
    this.rows += to - from;
  }

  /** The rows as columns that may be longer than they are; they hold until `clear`. */
  data(): RowGroupData {
    const columns = Object.entries(this.columns);
    return Object.fromEntries(
      columns.map(([name, column]) => [name, column instanceof TextCodes ? column.data() : column]),
    );
  }

  /** The rows as a batch; they hold until `clear`. */
  batch(): Batch {
    const columns: Record<string, AnyColumn> = {};
    for (const [name, column] of Object.entries(this.columns)) {
      if (column instanceof TextCodes) {
        columns[name] = { codes: column.codesOf(this.rows), dictionary: column.texts };
      } else if ('offsets' in column) {
        columns[name] = { offsets: column.offsets.subarray(0, this.rows + 1), values: column.values };
      } else columns[name] = this.numbers(name, column, this.rows).subarray(0, this.rows);
    }
    return { rows: this.rows, columns };
  }

  clear(): void {
    this.rows = 0;
    for (const column of Object.values(this.columns)) if (column instanceof TextCodes) column.clear();
  }

  private appendNumbers(name: string, source: Numbers, from: number, to: number): void {
    let column = this.columns[name] as Numbers | ConstantColumn;
    if ('constant' in column) {
      const constant = this.rows === 0 ? source[from] : column.constant;
      if (isConstant(source, from, to, constant)) {
        if (this.rows === 0) this.columns[name] = { constant };
        return;
      }
      column = this.numbers(name, column, this.capacity);
      this.columns[name] = column;
    }
    column.set(source.subarray(from, to), this.rows);
  }

  /** The column, where it is a constant as an array with room for some rows. */
  private numbers(name: string, column: Numbers | ConstantColumn, room: number): Numbers {
    if (!('constant' in column)) return column;
    const array = this.schema.columns[name].kind === 'int32' ? new Int32Array(room) : new Float64Array(room);
    return array.fill(column.constant, 0, this.rows);
  }

  private appendLists(own: ListColumn, name: string, source: ListColumn, from: number, to: number): void {
    const end = own.offsets[this.rows];
    const values = source.values.subarray(source.offsets[from], source.offsets[to]);
    const grown = larger(own.values, end + values.length);
    grown.set(values, end);
    const shift = end - source.offsets[from];
    for (let row = from; row < to; row++) {
      own.offsets[this.rows + row - from + 1] = source.offsets[row + 1] + shift;
    }
    this.columns[name] = { offsets: own.offsets, values: grown };
  }

  private grow(rows: number): void {
    if (rows <= this.capacity) return;
    this.capacity = Math.max(rows, this.firstCapacity, this.capacity * 2);
    for (const [name, column] of Object.entries(this.columns)) {
      if (column instanceof TextCodes) continue;
      if ('offsets' in column) column.offsets = larger(column.offsets, this.capacity + 1);
      else if (!('constant' in column)) this.columns[name] = larger(column, this.capacity);
    }
  }
}
