import type { Batch, TableName, TableSink, Tables } from '@weft/model';

/** Counts rows on their way; without a target they go nowhere, which is a dry run. */
export class CountingSink implements TableSink {
  readonly rows: Record<string, number> = {};
  private readonly target: TableSink | null;

  constructor(target: TableSink | null) {
    this.target = target;
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    this.rows[table] = (this.rows[table] ?? 0) + batch.rows;
    await this.target?.write(table, batch);
  }
}
