import { linkShares, openQueries } from '@weft/analysis';
import {
  type Manifest,
  type Network,
  NONE,
  queryColumns,
  type TableColumns,
  textAt,
  trafficMetric,
  WeftError,
} from '@weft/model';
import { addRoutes, vertexName } from '@weft/network';
import { nearestNames } from '../nearest-names.ts';
import { rowsOf, situationOf } from '../situation.ts';
import { type HostTotals, HostTraffic, type JobTraffic, spreadTraffic } from './host-traffic.ts';
import type { JobShare, LinkEvidence } from './link-evidence.ts';
import type { LinkSource } from './link-source.ts';
import { type HostsOfJobs, presentRouting } from './present-routing.ts';
import { createHostSums } from './sum-host-totals.ts';

type TimeRange = readonly [number, number] | null;

/** Reads what a dataset knows of a link; it is named by its id, or by the names of its ends. */
export async function readLinkEvidence(
  dataset: LinkSource,
  wanted: string,
  time: TimeRange = null,
): Promise<LinkEvidence> {
  const network = await dataset.network();
  if (!network) throw lacks(dataset, 'NO-NETWORK', 'network', 'Import a fabric or simulate a scenario.');
  const link = findLink(network, wanted);
  const { manifest } = dataset;
  const ranks = await dataset.readTable('ranks');
  const jobs = await dataset.readTable('jobs');
  const hosts = hostsOfRanks(ranks.columns);
  const { routing, router, origin } = await presentRouting(dataset, network, hosts, time);
  const pairs = rowsOf(manifest, 'messages') > 0 ? await pairsOfMessages(dataset, network, hosts, time) : [];
  const known =
    rowsOf(manifest, 'loads') === 0 && pairs.length > 0
      ? routedMessages(network, link, pairs, routing)
      : await measuredShares(dataset, network, link, time);
  const repeats = repeatsOneIteration(manifest);
  return {
    link,
    situation: situationOf(manifest),
    network,
    manifest,
    loads: known.loads,
    shares: known.shares,
    jobName: (job) => textAt(jobs.columns.name, job) ?? `job ${job}`,
    hosts,
    routing,
    router,
    origin,
    traffic:
      pairs.length > 0 ? scaledTo(pairs, repeats ? known.totals : []) : known.totals.map(spreadTraffic),
    exact: pairs.length > 0,
    windows: known.windows,
  };
}

/** A history has the messages of one iteration only, which its jobs repeat. */
function repeatsOneIteration({ provenance }: Manifest): boolean {
  return provenance.some(({ kind, facts }) => {
    const { model } = facts;
    return (
      kind === 'simulation' &&
      typeof model === 'object' &&
      model !== null &&
      'kind' in model &&
      model.kind === 'history'
    );
  });
}

interface KnownShares {
  readonly loads: Float64Array;
  readonly shares: readonly JobShare[];
  readonly totals: readonly HostTotals[];
  readonly windows: number;
}

async function measuredShares(
  dataset: LinkSource,
  network: Network,
  link: number,
  time: TimeRange,
): Promise<KnownShares> {
  const { manifest } = dataset;
  const metric = trafficMetric(manifest.metrics)?.name ?? 'data_sent';
  const params = linkShares.params.parse({ links: [link], metric, interval: manifest.interval, time });
  const open = openQueries(linkShares.needs(params), (query) => dataset.stream(query));
  const answer = await linkShares.runStreamed?.(open, params, {});
  const summary = answer?.summary.columns;
  if (!answer || !summary || textAt(summary.source, 0) === 'none') {
    const advice = 'Import counters of ports, or messages, or simulate with loads.';
    throw lacks(dataset, 'NO-TRAFFIC', 'messages, loads or counters of bytes in this time', advice);
  }
  const { job, bytes, low, high } = answer.shares.columns;
  const shares = Array.from(job, (id, row) => ({
    job: id === NONE ? null : id,
    bytes: bytes[row],
    low: low[row],
    high: high[row],
  }));
  const range = [summary.start[0], summary.end[0]] as const;
  const isLoads = textAt(summary.source, 0) === 'loads';
  const sums = await createHostSums(dataset, network, isLoads ? null : metric, range);
  return { ...sums, shares, windows: summary.windows[0] };
}

function routedMessages(
  network: Network,
  link: number,
  traffic: readonly JobTraffic[],
  routing: LinkEvidence['routing'],
): KnownShares {
  const loads = new Float64Array(network.linkCount);
  const shares: JobShare[] = [];
  for (const pairs of traffic) {
    const before = loads[link];
    addRoutes(routing, pairs, loads);
    const bytes = loads[link] - before;
    if (bytes > 0) shares.push({ job: pairs.job, bytes, low: bytes, high: bytes });
  }
  shares.sort((a, b) => b.bytes - a.bytes);
  return { loads, shares, totals: [], windows: 0 };
}

async function pairsOfMessages(
  dataset: LinkSource,
  network: Network,
  hosts: HostsOfJobs,
  time: TimeRange,
): Promise<JobTraffic[]> {
  const traffic = new HostTraffic(network.vertexCount);
  const where = time ? [{ op: 'range' as const, column: 'send_start', from: time[0], to: time[1] }] : [];
  const frames = dataset.stream(queryColumns('messages', ['job', 'src', 'dst', 'bytes'], { where }));
  for await (const { rows, columns } of frames) {
    for (let row = 0; row < rows; row++) {
      const own = hosts.get(columns.job[row]);
      const src = own?.[columns.src[row]] ?? NONE;
      const dst = own?.[columns.dst[row]] ?? NONE;
      if (src >= 0 && dst >= 0 && src !== dst) traffic.add(columns.job[row], src, dst, columns.bytes[row]);
    }
  }
  return traffic.finish();
}

/** The pairs of one iteration, as often as makes up what the job sent. */
function scaledTo(pairs: readonly JobTraffic[], totals: readonly HostTotals[]): readonly JobTraffic[] {
  if (totals.length === 0) return pairs;
  const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);
  return pairs.map((traffic) => {
    const sent = sumOf(totals.find(({ job }) => job === traffic.job)?.sent.values() ?? []);
    const factor = sent / sumOf(traffic.weight);
    return { ...traffic, weight: traffic.weight.map((bytes) => bytes * factor) };
  });
}

function hostsOfRanks({ job, rank, host }: TableColumns<'ranks'>): HostsOfJobs {
  const found = new Map<number, number[]>();
  for (let row = 0; row < job.length; row++) {
    const hosts = found.get(job[row]) ?? [];
    hosts[rank[row]] = host[row];
    found.set(job[row], hosts);
  }
  return found;
}

/** `12`, or `leaf3 → spine1` by the names of its ends. */
function findLink(network: Network, wanted: string): number {
  const id = /^\d+$/.test(wanted) ? Number(wanted) : NONE;
  if (id >= 0 && id < network.linkCount) return id;
  const names = Array.from(network.links.id, (link) => endsOf(network, link));
  const found = names.indexOf(wanted.trim().replace(/\s*(→|->)\s*/, ' → '));
  if (found >= 0) return found;
  throw new WeftError({
    code: 'UNKNOWN-LINK',
    message: `no link is called «${wanted}»`,
    advice: `Links have the ids 0 to ${network.linkCount - 1}, or are named by their ends: ${nearestNames(wanted, names).join(', ')}`,
  });
}

function endsOf(network: Network, link: number): string {
  return `${vertexName(network, network.links.src[link])} → ${vertexName(network, network.links.dst[link])}`;
}

function lacks({ path }: LinkSource, code: string, what: string, advice: string): WeftError {
  return new WeftError({ code, message: `this dataset has no ${what}`, file: path, advice });
}
