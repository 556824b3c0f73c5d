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

/** A sink that keeps what it is given, after checking it. */
export class MemorySink implements TableSink {
  private readonly batches = new Map<TableName, Batch[]>();

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    checkBatch(tables[table], batch as Batch);
    const list = this.batches.get(table) ?? [];
    list.push(batch as Batch);
    this.batches.set(table, list);
  }

  rows<N extends TableName>(table: N): RowOf<Tables[N]>[] {
    const list = (this.batches.get(table) ?? []) as Batch<Tables[N]>[];
    return list.flatMap((batch) => rowsFromBatch(tables[table], batch) as RowOf<Tables[N]>[]);
  }

  get tables(): TableName[] {
    return [...this.batches.keys()];
  }
}
