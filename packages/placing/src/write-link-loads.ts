import { type ManifestFacts, NONE, type TableSink } from '@weft/model';
import { type Routing, tracePath } from '@weft/network';
import { CounterRows, LoadRows } from '@weft/simulate';
import type { PairTraffic } from './pair-traffic.ts';

export const LINK_METRIC: NonNullable<ManifestFacts['metrics']>[number] = {
  name: 'data_sent',
  unit: 'B',
  kind: 'amount',
  doc: 'bytes of the messages whose route uses the link, counted when they were sent',
};

interface RoutedBytes {
  /** Of messages that cross links; those within a host cross none. */
  readonly carried: number;
  /** Of messages between hosts that are not known or that no route connects. */
  readonly lost: number;
}

/**
 * Routes the traffic of ranks over the links: rows of `loads` per job, of `counters` in all, later and of higher jobs by
 * `shift`.
 */
export async function writeLinkLoads(
  traffic: PairTraffic,
  routing: Routing,
  hostOf: (job: number, rank: number) => number,
  sink: TableSink,
  shift: { readonly time: number; readonly jobs: number } = { time: 0, jobs: 0 },
): Promise<RoutedBytes> {
  const links = routing.network.linkCount;
  const jobs = Math.max(0, ...traffic.job) + 1;
  const perJob = Array.from({ length: jobs }, () => new Float64Array(links));
  const total = new Float64Array(links);
  const counters = new CounterRows(sink, [LINK_METRIC.name]);
  const loads = new LoadRows(sink);
  const path = new Int32Array(2 * routing.network.vertexCount);
  let bin = 0;
  let [carried, lost] = [0, 0];
  const endBin = async (): Promise<void> => {
    const end = shift.time + (bin + 1) * traffic.interval;
    await counters.add(end, 0, total, 1);
    for (let job = 0; job < jobs; job++) await loads.add(end, shift.jobs + job, perJob[job]);
    for (const amounts of [total, ...perJob]) amounts.fill(0);
  };
  for (const entry of traffic.entries()) {
    for (; bin < entry.bin; bin++) await endBin();
    const job = traffic.job[entry.pair];
    const [src, dst] = [traffic.src[entry.pair], traffic.dst[entry.pair]];
    const [from, to] = [src, dst].map((rank) => (rank < 0 ? NONE : hostOf(job, rank)));
    const hops = from < 0 || to < 0 ? -1 : tracePath(routing, from, to, path);
    if (hops < 0) lost += entry.bytes;
    else if (hops > 0) carried += entry.bytes;
    for (let hop = 0; hop < hops; hop++) {
      total[path[hop]] += entry.bytes;
      perJob[job][path[hop]] += entry.bytes;
    }
  }
  await endBin();
  await counters.flush();
  await loads.flush();
  return { carried, lost };
}
