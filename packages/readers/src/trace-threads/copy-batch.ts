import { type AnyColumn, type Batch, type Frame, isList, isText, type TableSchema } from '@weft/model';

/** The same rows in memory of their own. */
export function copyBatch<T extends TableSchema>(batch: Batch<T>): Batch<T> {
  const { rows, columns }: Frame = batch;
  const copies = Object.entries(columns).map(([name, column]) => [name, copyColumn(column)]);
  return { rows, columns: Object.fromEntries(copies) };
}

function copyColumn(column: AnyColumn): AnyColumn {
  if (isText(column)) return { codes: column.codes.slice(), dictionary: column.dictionary };
  if (isList(column)) return { offsets: column.offsets.slice(), values: column.values.slice() };
  return column.slice();
}
