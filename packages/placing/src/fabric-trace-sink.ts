import {
  type AnyColumn,
  type Batch,
  type Diagnostic,
  isBatchOf,
  type Network,
  NONE,
  type TableName,
  type TableSink,
  type Tables,
  textAt,
  timeColumns,
} from '@weft/model';
import { findVertices, type Routing } from '@weft/network';
import { PairTraffic } from './pair-traffic.ts';
import { writeLinkLoads } from './write-link-loads.ts';

interface TraceShift {
  /** Nanoseconds from time 0 of the fabric to time 0 of the trace. */
  readonly time: number;
  /** Jobs of the fabric; those of the trace come behind them. */
  readonly jobs: number;
}

const MOST_NAMES = 5;

/** Writes a trace beside a fabric: on its clock, with jobs of its own, its ranks on the hosts that have the names of theirs. */
export class FabricTraceSink implements TableSink {
  private readonly target: TableSink;
  private readonly shift: TraceShift;
  private readonly hosts: (string | null)[] = [];
  private readonly ranks: Batch<Tables['ranks']>[] = [];
  /** On the clock and with the jobs of the trace itself. */
  private readonly traffic = new PairTraffic();
  private readonly hostOfRank = new Map<string, number>();

  constructor(target: TableSink, shift: TraceShift) {
    this.target = target;
    this.shift = shift;
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    if (isBatchOf('vertices', table, batch)) {
      for (let row = 0; row < batch.rows; row++)
        this.hosts[batch.columns.id[row]] = textAt(batch.columns.name, row);
      return;
    }
    if (isBatchOf('messages', table, batch)) this.traffic.add(batch);
    const shifted = shiftBatch(table, batch, this.shift);
    if (isBatchOf('ranks', table, shifted)) this.ranks.push(shifted);
    else await this.target.write(table, shifted);
  }

  /** Writes where the ranks are, once all hosts are named; says of how many that is not known. */
  async finish(network: Network): Promise<Diagnostic[]> {
    const vertexOf = this.hosts.map((name) => (name === null ? NONE : hostNamed(network, name)));
    let lost = 0;
    for (const { rows, columns } of this.ranks) {
      const host = columns.host.map((own) => (own === NONE ? NONE : vertexOf[own]));
      lost += host.reduce((sum, vertex) => sum + (vertex === NONE ? 1 : 0), 0);
      for (let row = 0; row < rows; row++)
        this.hostOfRank.set(`${columns.job[row] - this.shift.jobs} ${columns.rank[row]}`, host[row]);
      await this.target.write('ranks', { rows, columns: { ...columns, host } });
    }
    if (lost === 0) return [];
    const unknown = this.hosts.filter((_, own) => vertexOf[own] === NONE);
    const names = unknown.length > 0 ? `: ${unknown.slice(0, MOST_NAMES).join(', ')}` : '';
    const text = `ranks of the trace on hosts that it does not name or the topology does not have${names}`;
    return [{ code: 'UNKNOWN-HOST', count: lost, text }];
  }

  /** Counts its messages on the links of their routes, once `finish` has told where the ranks are. */
  async writeLoads(routing: Routing): Promise<ModelledLoads> {
    const hostOf = (job: number, rank: number) => this.hostOfRank.get(`${job} ${rank}`) ?? NONE;
    const bytes = await writeLinkLoads(this.traffic, routing, hostOf, this.target, this.shift);
    return { interval: this.traffic.interval, ...bytes };
  }
}

interface ModelledLoads {
  /** Of the counters, nanoseconds. */
  readonly interval: number;
  /** Bytes of messages that cross links, and of those whose hosts are not known or that no route connects. */
  readonly carried: number;
  readonly lost: number;
}

/** By its whole name, else without its domain. */
function hostNamed(network: Network, name: string): number {
  const isHost = (vertex: number) => textAt(network.vertices.kind, vertex) === 'host';
  const [vertex] = [name, name.split('.', 1)[0]].flatMap((text) =>
    findVertices(network, text).filter(isHost),
  );
  return vertex ?? NONE;
}

/** A copy with later times and higher jobs; other columns are the same. */
function shiftBatch<N extends TableName>(
  table: N,
  { rows, columns }: Batch<Tables[N]>,
  shift: TraceShift,
): Batch<Tables[N]> {
  const later = new Set(timeColumns[table]);
  const jobColumn = table === 'jobs' ? 'id' : 'job';
  const own: Readonly<Record<string, AnyColumn>> = columns;
  const shifted = Object.entries(own).map(([name, column]) => {
    if (later.has(name) && column instanceof Float64Array)
      return [name, column.map((time) => (time === NONE ? NONE : time + shift.time))];
    if (name === jobColumn && column instanceof Int32Array)
      return [name, column.map((job) => job + shift.jobs)];
    return [name, column];
  });
  return { rows, columns: Object.fromEntries(shifted) };
}
