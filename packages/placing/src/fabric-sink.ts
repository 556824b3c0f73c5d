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
import { assumedRouting, type Routing, routingFromRoutes } from '@weft/network';

/** Passes a fabric on and remembers what a trace beside it has to know: its network, routes and how many jobs it has. */
export class FabricSink implements TableSink {
  jobs = 0;
  /** Whether its links were measured. */
  isMeasured = false;
  private readonly target: TableSink;
  private vertices: TableColumns<'vertices'> | null = null;
  private links: TableColumns<'links'> | null = null;
  private readonly routes: Batch<Tables['routes']>[] = [];

  constructor(target: TableSink) {
    this.target = target;
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    if (isBatchOf('vertices', table, batch)) this.vertices = batch.columns;
    if (isBatchOf('links', table, batch)) this.links = batch.columns;
    if (isBatchOf('routes', table, batch)) this.routes.push(batch);
    if (table === 'counters' && batch.rows > 0) this.isMeasured = true;
    if (table === 'jobs') this.jobs += batch.rows;
    await this.target.write(table, batch);
  }

  /** Null where the fabric has no topology. */
  network(): Network | null {
    return this.vertices && this.links && createNetwork(this.vertices, this.links);
  }

  /** By its forwarding tables that hold at a time; where it has none, as its family routes. */
  routing(network: Network, time: number): FabricRouting {
    const rows = this.routes.reduce((sum, batch) => sum + batch.rows, 0);
    if (rows === 0) return { routing: assumedRouting(network), told: false };
    const columns = joinRoutes(this.routes, rows);
    return { routing: routingFromRoutes(network, columns, time), told: true };
  }
}

interface FabricRouting {
  readonly routing: Routing;
  /** Whether forwarding tables tell it. */
  readonly told: boolean;
}

function joinRoutes(batches: readonly Batch<Tables['routes']>[], rows: number): TableColumns<'routes'> {
  const joined = {
    epoch: new Float64Array(rows),
    switch: new Int32Array(rows),
    dest: new Int32Array(rows),
    port: new Int32Array(rows),
  };
  let at = 0;
  for (const { rows: own, columns } of batches) {
    joined.epoch.set(columns.epoch, at);
    joined.switch.set(columns.switch, at);
    joined.dest.set(columns.dest, at);
    joined.port.set(columns.port, at);
    at += own;
  }
  return joined;
}
