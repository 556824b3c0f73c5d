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

  count(table: TableName): number {
    return (this.batches.get(table) ?? []).reduce((sum, batch) => sum + batch.rows, 0);
  }

  /** The rows one after the other, for millions of them: one object a batch, valid until the next row. */
  *each(table: TableName): Iterable<Row> {
    for (const batch of this.batches.get(table) ?? []) {
      const cursor = makeCursor(batch.columns);
      for (cursor.row = 0; cursor.row < batch.rows; cursor.row++) yield cursor;
    }
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
  rows: Iterable<Row>,
  key: (row: Row) => string,
  value: (row: Row) => number,
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = key(row);
    sums.set(name, (sums.get(name) ?? 0) + value(row));
  }
  return Object.fromEntries(sums);
}

/** An object whose properties read the columns at `row`. */
function makeCursor(columns: Batch['columns']): Row & { row: number } {
  const cursor = { row: 0 };
  for (const [name, column] of Object.entries(columns)) {
    Object.defineProperty(cursor, name, { get: () => valueAt(column as AnyColumn, cursor.row) });
  }
  return cursor as Row & { row: number };
}
