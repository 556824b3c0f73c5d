import {
  type Batch,
  checkBatch,
  type RowOf,
  rowsFromBatch,
  type TableName,
  type TableSink,
  type Tables,
  tables,
} from '@weft/model';

/** Keeps all rows, checking every batch. */
export class MemorySink implements TableSink {
  private readonly batches = new Map<TableName, Batch[]>();

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    checkBatch(tables[table], batch as unknown as Batch);
    this.batches.set(table, [...(this.batches.get(table) ?? []), batch as unknown as Batch]);
  }

  rows<N extends TableName>(table: N): RowOf<Tables[N]>[] {
    const batches = (this.batches.get(table) ?? []) as unknown as Batch<Tables[N]>[];
    return batches.flatMap((batch) => rowsFromBatch(tables[table] as Tables[N], batch));
  }
}
