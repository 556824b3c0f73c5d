import {
  type Batch,
  createRandom,
  type Network,
  networkTables,
  type TableName,
  type TableSink,
  type Tables,
} from '@weft/model';
import { allFree, assumedRouting, type Placement } from '@weft/network';
import { PairTraffic } from './pair-traffic.ts';
import { writeLinkLoads } from './write-link-loads.ts';

/** Passes a trace on, but for its hosts: its ranks go to those of a network, and its messages over the links. */
export class PlacingSink implements TableSink {
  private readonly target: TableSink;
  private readonly traffic = new PairTraffic();
  private readonly ranks: Batch<Tables['ranks']>[] = [];

  constructor(target: TableSink) {
    this.target = target;
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    if (table === 'messages') this.traffic.add(batch as unknown as Batch<Tables['messages']>);
    if (table === 'ranks') this.ranks.push(batch as unknown as Batch<Tables['ranks']>);
    else if (table !== 'vertices' && table !== 'links') await this.target.write(table, batch);
  }

  /**
   * Writes the network, where the ranks are (those of a job in order, so many to a host) and the loads of its links up
   * to the end of the run.
   */
  async place(
    network: Network,
    placement: Placement,
    ranksPerHost: number,
    end: number,
  ): Promise<PlacedTraffic> {
    const job = Int32Array.from(this.ranks.flatMap(({ columns }) => [...columns.job]));
    const rank = Int32Array.from(this.ranks.flatMap(({ columns }) => [...columns.rank]));
    const jobs = [...new Set(job)].sort((a, b) => a - b);
    const sizes = jobs.map((id) => {
      const most = rank.reduce((high, own, row) => (job[row] === id ? Math.max(high, own) : high), 0);
      return Math.floor(most / ranksPerHost) + 1;
    });
    const hosts = placement.place(sizes, network, allFree(network), createRandom(1));
    const host = rank.map((own, row) => hosts[jobs.indexOf(job[row])][Math.floor(own / ranksPerHost)]);
    const { vertices, links } = networkTables(network);
    await this.target.write('vertices', vertices);
    await this.target.write('links', links);
    await this.target.write('ranks', { rows: rank.length, columns: { job, rank, host } });
    const hostOf = (of: number, own: number): number =>
      hosts[jobs.indexOf(of)][Math.floor(own / ranksPerHost)];
    this.traffic.cover(end);
    const bytesLost = await writeLinkLoads(this.traffic, assumedRouting(network), hostOf, this.target);
    return { interval: this.traffic.interval, bytesLost };
  }
}

interface PlacedTraffic {
  /** Of the counters, nanoseconds. */
  readonly interval: number;
  /** Bytes of messages between hosts that no route connects. */
  readonly bytesLost: number;
}
