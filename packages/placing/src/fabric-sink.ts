import {
  type Batch,
  createNetwork,
  isBatchOf,
  type Network,
  type TableColumns,
  type TableName,
  type TableSink,
  type Tables,
} from '@weft/model';

/** Passes a fabric on and remembers what a trace beside it has to know: its network and how many jobs it has. */
export class FabricSink implements TableSink {
  jobs = 0;
  private readonly target: TableSink;
  private vertices: TableColumns<'vertices'> | null = null;
  private links: TableColumns<'links'> | null = null;

  constructor(target: TableSink) {
    this.target = target;
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    if (isBatchOf('vertices', table, batch)) this.vertices = batch.columns;
    if (isBatchOf('links', table, batch)) this.links = batch.columns;
    if (table === 'jobs') this.jobs += batch.rows;
    await this.target.write(table, batch);
  }

  /** Null where the fabric has no topology. */
  network(): Network | null {
    return this.vertices && this.links && createNetwork(this.vertices, this.links);
  }
}
