import {
  type Batch,
  createRandom,
  isBatchOf,
  type Network,
  networkTables,
  noIds,
  type TableName,
  type TableSink,
  type Tables,
} from '@weft/model';
import { allFree, assumedRouting, type Placement } from '@weft/network';
import type { FabricSpeed } from '@weft/simulate';
import { hostsOfJobs } from './hosts-of-jobs.ts';
import { PairTraffic } from './pair-traffic.ts';
import { MOST_REPLAYED, type ReplayedTrace, replayTrace } from './replay-trace.ts';
import { SentRows } from './sent-rows.ts';
import { writeLinkLoads } from './write-link-loads.ts';

/** Passes a trace on, but for its hosts: its ranks go to those of a network, and its messages over the links. */
export class PlacingSink implements TableSink {
  private readonly target: TableSink;
  private readonly traffic = new PairTraffic();
  private readonly sent = new SentRows(MOST_REPLAYED);
  private readonly ranks: Batch<Tables['ranks']>[] = [];

  constructor(target: TableSink) {
    this.target = target;
  }

  async write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
    if (isBatchOf('messages', table, batch)) {
      this.traffic.add(batch);
      this.sent.add(batch);
    }
    if (isBatchOf('ranks', table, batch)) this.ranks.push(batch);
    else if (table !== 'vertices' && table !== 'links') await this.target.write(table, batch);
  }

  /**
   * Writes the network, where the ranks are (those of a job in order, so many to a host), the loads of its links up
   * to the end of the run and, where a speed is given, when its messages cross the links.
   */
  async place(
    network: Network,
    placement: Placement,
    ranksPerHost: number,
    end: number,
    replayAt: FabricSpeed | null,
  ): Promise<PlacedTraffic> {
    const job = Int32Array.from(this.ranks.flatMap(({ columns }) => [...columns.job]));
    const rank = Int32Array.from(this.ranks.flatMap(({ columns }) => [...columns.rank]));
    const sizes = hostsOfJobs({ job, rank }, ranksPerHost);
    const placed = placement.place([...sizes.values()], network, allFree(network), createRandom(1));
    const hosts = new Map([...sizes.keys()].map((id, at) => [id, placed[at]]));
    const hostOf = (of: number, own: number): number => hosts.get(of)?.[Math.floor(own / ranksPerHost)] ?? -1;
    const host = rank.map((own, row) => hostOf(job[row], own));
    const { vertices, links } = networkTables(network);
    await this.target.write('vertices', vertices);
    await this.target.write('links', links);
    const cpu = Float64Array.from(this.ranks.flatMap(({ columns }) => [...columns.cpu]));
    const [socket, core] = [noIds(rank.length), noIds(rank.length)];
    await this.target.write('ranks', { rows: rank.length, columns: { job, rank, host, socket, core, cpu } });
    this.traffic.cover(end);
    const routing = assumedRouting(network);
    const { lost: bytesLost } = await writeLinkLoads(this.traffic, routing, hostOf, this.target);
    const replay = replayAt && (await replayTrace(this.sent, routing, hostOf, replayAt, this.target));
    return { interval: this.traffic.interval, bytesLost, replay };
  }
}

interface PlacedTraffic {
  /** Of the counters, nanoseconds. */
  readonly interval: number;
  /** Bytes of messages between hosts that no route connects. */
  readonly bytesLost: number;
  readonly replay: ReplayedTrace | null;
}
