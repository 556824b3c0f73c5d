import {
  type AnyColumn,
  type Batch,
  isList,
  isText,
  listColumn,
  type TableSchema,
  valueAt,
} from '@weft/model';

/** The rows that pass the test, in their order. */
export function keepRows<T extends TableSchema>(batch: Batch<T>, test: (row: number) => boolean): Batch<T> {
  const rows: number[] = [];
  for (let row = 0; row < batch.rows; row++) if (test(row)) rows.push(row);
  if (rows.length === batch.rows) return batch;
  const columns = Object.entries(batch.columns).map(([name, column]) => [
    name,
    pickRows(column as AnyColumn, rows),
  ]);
  return { rows: rows.length, columns: Object.fromEntries(columns) };
}

function pickRows(column: AnyColumn, rows: readonly number[]): AnyColumn {
  if (isText(column)) {
    return { codes: Int32Array.from(rows, (row) => column.codes[row]), dictionary: column.dictionary };
  }
  if (isList(column)) return listColumn(rows.map((row) => valueAt(column, row) as number[]));
  return column instanceof Int32Array
    ? Int32Array.from(rows, (row) => column[row])
    : Float64Array.from(rows, (row) => column[row]);
}
