import type { Batch, TableName, TableSink, Tables } from '@weft/model';

/** Counts rows that go nowhere: a dry run. */
export class CountingSink implements TableSink {
  readonly rows: Record<string, number> = {};

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    this.rows[table] = (this.rows[table] ?? 0) + batch.rows;
  }
}
