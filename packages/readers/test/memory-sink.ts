import {
  type AnyColumn,
  type Batch,
  checkBatch,
  type TableName,
  type TableSink,
  tableSchema,
  valueAt,
} from '@weft/model';

export type Row = Readonly<Record<string, number | string | number[] | null>>;

/** Keeps every batch, checked, and gives rows back. */
export class MemorySink implements TableSink {
  readonly batches = new Map<TableName, Batch[]>();

  async write(table: TableName, batch: Batch): Promise<void> {
    checkBatch(tableSchema(table), batch);
    const list = this.batches.get(table);
    if (list) list.push(batch);
    else this.batches.set(table, [batch]);
  }

  rows(table: TableName): Row[] {
    return (this.batches.get(table) ?? []).flatMap((batch) =>
      Array.from({ length: batch.rows }, (_, row) =>
        Object.fromEntries(
          Object.entries(batch.columns).map(([name, column]) => [name, valueAt(column as AnyColumn, row)]),
        ),
      ),
    );
  }
}

export function sumBy(
  rows: readonly Row[],
  key: (row: Row) => string,
  value: (row: Row) => number,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[key(row)] = (sums[key(row)] ?? 0) + value(row);
  return sums;
}
