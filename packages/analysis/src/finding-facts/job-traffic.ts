import { type FrameOf, type Network, NONE, type TableFrame, textAt } from '@weft/model';
import type { LinkTraffic } from './link-traffic.ts';
import type { loadsQuery } from './traffic-queries.ts';
import type { Frames } from './whole-frame.ts';

export interface JobShare {
  readonly job: number;
  readonly name: string;
  readonly hosts: number;
  readonly bytes: number;
  /** Nanoseconds from start to end; 0 where one is not known. */
  readonly time: number;
}

export interface JobTraffic {
  /** Most bytes first. */
  readonly shares: readonly JobShare[];
  /**
   * `loads`: bytes over all links; `messages`: bytes sent; `counters`: bytes that left its hosts while it ran; `neighbours`: where hosts pass
   * on what others send, bytes over links between two of its hosts while it ran.
   */
  readonly source: 'loads' | 'messages' | 'counters' | 'neighbours';
  /** Of what is shared: bytes, unless counters count something else. */
  readonly unit: string;
  /** Bytes of each job on links that are looked at closely; empty for others. */
  readonly onLinks: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

type JobTable = TableFrame<'jobs', 'id' | 'name' | 'start' | 'end'>;
type RankTable = TableFrame<'ranks', 'job' | 'rank' | 'host'>;

/** Jobs are looked up on so many of the busiest links. */
const LINKS = 2000;

export interface LoadSums {
  readonly bytes: Map<number, number>;
  readonly onLinks: Map<number, Map<number, number>>;
}

export async function sumLoadsByJob(
  traffic: LinkTraffic,
  frames: Frames<FrameOf<ReturnType<typeof loadsQuery>>>,
): Promise<LoadSums> {
  const bytes = new Map<number, number>();
  const onLinks = new Map(busiestLinks(traffic).map((link) => [link, new Map<number, number>()]));
  for await (const { rows, columns } of frames) {
    for (let row = 0; row < rows; row++) {
      const [job, amount] = [columns.job[row], columns.bytes[row]];
      add(bytes, job, amount);
      const jobs = onLinks.get(columns.link[row]);
      if (jobs) add(jobs, job, amount);
    }
  }
  return { bytes, onLinks };
}

function busiestLinks({ totals, peaks }: LinkTraffic): number[] {
  const most = (values: Float64Array) =>
    Array.from(values.keys())
      .sort((a, b) => values[b] - values[a])
      .slice(0, LINKS);
  return [...new Set([...most(totals), ...most(peaks)])];
}

export function jobTraffic(
  jobs: JobTable,
  ranks: RankTable,
  source: JobTraffic['source'],
  { bytes, onLinks }: LoadSums,
  unit = 'B',
): JobTraffic {
  const hosts = hostsOfJobs(ranks);
  const shares = Array.from({ length: jobs.rows }, (_, row) => {
    const job = jobs.columns.id[row];
    return {
      job,
      name: textAt(jobs.columns.name, row) ?? `job ${job}`,
      hosts: hosts.get(job)?.size ?? 0,
      bytes: bytes.get(job) ?? 0,
      time: durationOf(jobs, row),
    };
  });
  return { shares: shares.sort((a, b) => b.bytes - a.bytes || a.job - b.job), source, unit, onLinks };
}

function hostsOfJobs({ rows, columns }: RankTable): Map<number, Set<number>> {
  const hosts = new Map<number, Set<number>>();
  for (let row = 0; row < rows; row++) {
    if (columns.host[row] === NONE) continue;
    const known = hosts.get(columns.job[row]) ?? new Set();
    hosts.set(columns.job[row], known.add(columns.host[row]));
  }
  return hosts;
}

/** Are hosts cabled to each other, so that what leaves one may be from others? */
export function hostsForward({ hosts, linkCount, links }: Network): boolean {
  const all = new Set(hosts);
  for (let link = 0; link < linkCount; link++) {
    if (all.has(links.src[link]) && all.has(links.dst[link])) return true;
  }
  return false;
}

/**
 * The job that runs on the host a link leaves, at the middle of a step, and on the one it enters where that is a host, too; NONE for other links
 * and times.
 */
export function jobsAtHosts(
  network: Network,
  jobs: JobTable,
  ranks: RankTable,
): (link: number, time: number) => number {
  const isHost = new Uint8Array(network.vertexCount);
  for (const host of network.hosts) isHost[host] = 1;
  const runs = new Map<number, { job: number; start: number; end: number }[]>();
  const rowOf = new Map(Array.from(jobs.columns.id, (id, row) => [id, row]));
  for (const [job, hosts] of hostsOfJobs(ranks)) {
    const row = rowOf.get(job);
    if (row === undefined) continue;
    const [start, end] = [jobs.columns.start[row], jobs.columns.end[row]];
    const run = { job, start, end: end === NONE ? Number.POSITIVE_INFINITY : end };
    for (const host of hosts) runs.set(host, [...(runs.get(host) ?? []), run]);
  }
  const jobAt = (host: number, time: number) =>
    runs.get(host)?.find(({ start, end }) => time >= start && time < end)?.job ?? NONE;
  return (link, time) => {
    const [host, to] = [network.links.src[link], network.links.dst[link]];
    if (host === undefined || isHost[host] === 0) return NONE;
    const job = jobAt(host, time);
    return isHost[to] === 0 || jobAt(to, time) === job ? job : NONE;
  };
}

function add(sums: Map<number, number>, key: number, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function durationOf({ columns }: JobTable, row: number): number {
  const [start, end] = [columns.start[row], columns.end[row]];
  return start === NONE || end === NONE ? 0 : end - start;
}
