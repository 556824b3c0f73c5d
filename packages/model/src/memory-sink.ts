import { checkBatch, copyBatch, rowsFromBatch } from './batch.ts';
import type { TableSink } from './sink.ts';
import type { Batch, RowOf } from './table.ts';
import { type TableName, type Tables, tableSchema, tables } from './tables.ts';

type TableBatches = { [N in TableName]?: Batch<Tables[N]>[] };

/** A sink that checks every batch and keeps a copy in memory: for tests and for small imports that are looked at at once. */
export class MemorySink implements TableSink {
  private readonly kept: TableBatches = {};

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    checkBatch(tableSchema(table), batch);
    const list: TableBatches[N] = this.kept[table] ?? [];
    list.push(copyBatch(batch));
    this.kept[table] = list;
  }

  /** The tables that were written, in the order of their first rows. */
  get tables(): string[] {
    return Object.keys(this.kept);
  }

  batches<N extends TableName>(table: N): readonly Batch<Tables[N]>[] {
    return this.kept[table] ?? [];
  }

  count(table: TableName): number {
    return this.batches(table).reduce((sum, batch) => sum + batch.rows, 0);
  }

  rows<N extends TableName>(table: N): RowOf<Tables[N]>[] {
    return [...this.each(table)];
  }

  /** The rows one after the other, for millions of them: only those of one batch are made at a time. */
  *each<N extends TableName>(table: N): Iterable<RowOf<Tables[N]>> {
    for (const batch of this.batches(table)) yield* rowsFromBatch<Tables[N]>(tables[table], batch);
  }
}
