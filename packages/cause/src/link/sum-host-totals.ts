import { type Network, NONE, queryColumns } from '@weft/model';
import type { HostTotals } from './host-traffic.ts';
import type { LinkSource } from './link-source.ts';

interface LinkSums {
  /** Bytes of every link. */
  readonly loads: Float64Array;
  readonly totals: readonly HostTotals[];
}

/** Bytes of links, and of the hosts of each job, in steps that end after range[0] and not after range[1]. */
export async function createHostSums(
  dataset: LinkSource,
  network: Network,
  metric: string | null,
  range: readonly [number, number],
): Promise<LinkSums> {
  const sums = new HostSums(network);
  const where = [{ op: 'range' as const, column: 'time', from: range[0] + 1, to: range[1] + 1 }];
  if (metric === null) {
    const query = queryColumns('loads', ['link', 'job', 'bytes'], { where });
    for await (const { rows, columns } of dataset.stream(query)) {
      for (let row = 0; row < rows; row++) sums.add(columns.link[row], columns.job[row], columns.bytes[row]);
    }
    return sums.finish();
  }
  const owner = await hostOwners(dataset, network);
  const query = queryColumns('counters', ['time', 'link', 'value'], {
    where: [...where, { op: 'in', column: 'metric', values: [metric] }],
  });
  for await (const { rows, columns } of dataset.stream(query)) {
    for (let row = 0; row < rows; row++) {
      sums.add(columns.link[row], owner(columns.link[row], columns.time[row]), columns.value[row]);
    }
  }
  return sums.finish();
}

class HostSums {
  private readonly network: Network;
  private readonly isHost: Uint8Array;
  private readonly loads: Float64Array;
  private readonly jobs = new Map<number, { sent: Map<number, number>; received: Map<number, number> }>();

  constructor(network: Network) {
    this.network = network;
    this.loads = new Float64Array(network.linkCount);
    this.isHost = new Uint8Array(network.vertexCount);
    for (const host of network.hosts) this.isHost[host] = 1;
  }

  add(link: number, job: number, bytes: number): void {
    if (link < 0 || link >= this.loads.length) return;
    this.loads[link] += bytes;
    const [src, dst] = [this.network.links.src[link], this.network.links.dst[link]];
    if (job === NONE || (this.isHost[src] === 0 && this.isHost[dst] === 0)) return;
    const of = this.jobs.get(job) ?? { sent: new Map<number, number>(), received: new Map<number, number>() };
    this.jobs.set(job, of);
    if (this.isHost[src] === 1) of.sent.set(src, (of.sent.get(src) ?? 0) + bytes);
    if (this.isHost[dst] === 1) of.received.set(dst, (of.received.get(dst) ?? 0) + bytes);
  }

  finish(): LinkSums {
    const totals = [...this.jobs].sort((a, b) => a[0] - b[0]).map(([job, of]) => ({ job, ...of }));
    return { loads: this.loads, totals };
  }
}

/** The job of the host at one end of a link at a time; none where it had none. */
async function hostOwners(
  dataset: LinkSource,
  { links, vertexCount }: Network,
): Promise<(link: number, time: number) => number> {
  const { columns: jobs } = await dataset.readTable('jobs');
  const { columns: ranks } = await dataset.readTable('ranks');
  const runs: { job: number; start: number; end: number }[][] = Array.from({ length: vertexCount }, () => []);
  const seen = new Set<string>();
  ranks.job.forEach((job, row) => {
    const host = ranks.host[row];
    if (host === NONE || seen.has(`${job} ${host}`)) return;
    seen.add(`${job} ${host}`);
    const end = jobs.end[job] === NONE ? Number.POSITIVE_INFINITY : jobs.end[job];
    runs[host].push({ job, start: jobs.start[job], end });
  });
  return (link, time) => {
    const here = [...runs[links.src[link]], ...runs[links.dst[link]]];
    return here.find(({ start, end }) => start < time && time <= end)?.job ?? NONE;
  };
}
