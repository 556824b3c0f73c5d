import type { ManifestFacts, TableSink } from '@weft/model';
import { type Routing, tracePath } from '@weft/network';
import { CounterRows, LoadRows } from '@weft/simulate';
import type { PairTraffic } from './pair-traffic.ts';

export const LINK_METRIC: NonNullable<ManifestFacts['metrics']>[number] = {
  name: 'data_sent',
  unit: 'B',
  kind: 'amount',
  doc: 'bytes of the messages whose route uses the link, counted when they were sent',
};

/** Routes the traffic of ranks over the links: rows of `loads` per job, of `counters` in all. Returns the bytes that no route carries. */
export async function writeLinkLoads(
  traffic: PairTraffic,
  routing: Routing,
  hostOf: (job: number, rank: number) => number,
  sink: TableSink,
): Promise<number> {
  const links = routing.network.linkCount;
  const jobs = Math.max(0, ...traffic.job) + 1;
  const perJob = Array.from({ length: jobs }, () => new Float64Array(links));
  const total = new Float64Array(links);
  const counters = new CounterRows(sink, [LINK_METRIC.name]);
  const loads = new LoadRows(sink);
  const path = new Int32Array(2 * routing.network.vertexCount);
  let bin = 0;
  let lost = 0;
  const endBin = async (): Promise<void> => {
    const end = (bin + 1) * traffic.interval;
    await counters.add(end, 0, total, 1);
    for (let job = 0; job < jobs; job++) await loads.add(end, job, perJob[job]);
    for (const amounts of [total, ...perJob]) amounts.fill(0);
  };
  for (const entry of traffic.entries()) {
    for (; bin < entry.bin; bin++) await endBin();
    const job = traffic.job[entry.pair];
    const [src, dst] = [traffic.src[entry.pair], traffic.dst[entry.pair]];
    const isBetweenRanks = src >= 0 && dst >= 0;
    const hops = isBetweenRanks ? tracePath(routing, hostOf(job, src), hostOf(job, dst), path) : -1;
    if (hops < 0) lost += entry.bytes;
    for (let hop = 0; hop < hops; hop++) {
      total[path[hop]] += entry.bytes;
      perJob[job][path[hop]] += entry.bytes;
    }
  }
  await endBin();
  await counters.flush();
  await loads.flush();
  return lost;
}
