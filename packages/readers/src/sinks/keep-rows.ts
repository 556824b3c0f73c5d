import {
  type AnyColumn,
  type Batch,
  type Frame,
  isList,
  isText,
  listAt,
  listColumn,
  type TableSchema,
} from '@weft/model';
import { gatherNarrow, gatherWide } from '../gather-rows.ts';

/** The rows that pass the test, in their order. */
export function keepRows<T extends TableSchema>(batch: Batch<T>, test: (row: number) => boolean): Batch<T> {
  const rows = new Uint32Array(batch.rows);
  let count = 0;
  for (let row = 0; row < batch.rows; row++) if (test(row)) rows[count++] = row;
  if (count === batch.rows) return batch;
  const kept = rows.subarray(0, count);
  const { columns: all }: Frame = batch;
  const columns = Object.entries(all).map(([name, column]) => [name, pickRows(column, kept)]);
  return { rows: count, columns: Object.fromEntries(columns) };
}

function pickRows(column: AnyColumn, rows: Uint32Array): AnyColumn {
  if (isText(column)) return { codes: pickNarrow(column.codes, rows), dictionary: column.dictionary };
  if (isList(column)) return listColumn(Array.from(rows, (row) => [...listAt(column, row)]));
  return column instanceof Int32Array ? pickNarrow(column, rows) : pickWide(column, rows);
}

function pickNarrow(column: Int32Array, rows: Uint32Array): Int32Array {
  const picked = new Int32Array(rows.length);
  gatherNarrow(column, rows, picked);
  return picked;
}

function pickWide(column: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  gatherWide(column, rows, picked);
  return picked;
}
