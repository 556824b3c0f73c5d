import { lowerBound, type TableColumns } from '@weft/model';
import { linksOfJob } from '@weft/network';
import { hostsOfJobs, runsIn } from '../attribution/job-runs.ts';
import { epochAt, type RoutingEpochs } from '../attribution/routing-epochs.ts';
import { fitShares } from './fit-shares.ts';
import type { SharesOfLink } from './shares-frame.ts';
import { createSentSums, type HostedRun, type SentByJobs } from './sum-sent-by-jobs.ts';

interface CounterSource {
  readonly epochs: RoutingEpochs;
  readonly jobs: TableColumns<'jobs'>;
  readonly ranks: TableColumns<'ranks'>;
  counters(): AsyncIterable<Pick<TableColumns<'counters'>, 'time' | 'link' | 'value'>>;
}

interface Readings {
  /** Bytes of each wanted link in each step of the range. */
  readonly carried: ReadonlyMap<number, Float64Array>;
  readonly sent: SentByJobs;
}

/** Shares of the links in steps first .. last, by what each job sent in each step and which jobs have routes over a link. */
export async function estimateShares(
  source: CounterSource,
  edges: Float64Array,
  [first, last]: readonly [number, number],
  links: readonly number[],
): Promise<SharesOfLink[]> {
  const { epochs } = source;
  const within = edges.subarray(first, last + 1);
  if (within.length < 2) return links.map(nothingKnown);
  const time = [within[0], within[within.length - 1]] as const;
  const hosts = hostsOfJobs(source.ranks);
  const runs = runsIn(source.jobs, time).flatMap(({ id, from, to }): HostedRun[] => {
    const own = hosts.get(id);
    return own ? [{ job: id, hosts: own, from, to }] : [];
  });
  const readings = await readCounters(source, runs, within, links);
  const uses = runs.map((run) => linksUsed(epochs, run));
  const cuts = cutsOf(epochs.starts, within);
  return links.map((link) => {
    const able = [...runs.keys()].filter((run) => uses[run][link] === 1);
    return {
      ...sharesOf(readings, runs, able, link, cuts),
      link,
      source: 'counters',
      range: time,
      routing: epochs.origin,
    };
  });
}

function sharesOf(
  { carried, sent }: Readings,
  runs: readonly HostedRun[],
  able: readonly number[],
  link: number,
  cuts: readonly number[],
): Pick<SharesOfLink, 'bytes' | 'shares' | 'windows'> {
  const values = carried.get(link) ?? new Float64Array(0);
  const fit = fitShares(
    {
      carried: values,
      sent: able.map((run) => sent.bytes[run]),
      unsure: values.reduce((unsure, _, step) => {
        if (able.some((run) => sent.divided[run][step] === 1)) unsure[step] = 1;
        return unsure;
      }, new Uint8Array(values.length)),
    },
    cuts,
  );
  const shares = able.map((run, at) => ({
    job: runs[run].job,
    bytes: Math.round(fit.bytes[at]),
    low: Math.floor(fit.low[at]),
    high: Math.ceil(fit.high[at]),
  }));
  const bytes = Math.round(values.reduce((sum, value) => sum + value, 0));
  return { bytes, shares, windows: fit.windows };
}

async function readCounters(
  source: CounterSource,
  runs: readonly HostedRun[],
  edges: Float64Array,
  links: readonly number[],
): Promise<Readings> {
  const { network } = source.epochs;
  const steps = edges.length - 1;
  const carried = new Map(links.map((link) => [link, new Float64Array(steps)]));
  const sums = createSentSums(network, runs, edges);
  for await (const { time, link, value } of source.counters()) {
    for (let row = 0; row < time.length; row++) {
      const step = lowerBound(edges, time[row]) - 1;
      if (step < 0 || step >= steps || link[row] >= network.linkCount) continue;
      const wanted = carried.get(link[row]);
      if (wanted) wanted[step] += value[row];
      sums.add(step, link[row], value[row]);
    }
  }
  return { carried, sent: sums.finish() };
}

/** Links of all routes between the hosts of a run, under any table that holds while it runs. */
function linksUsed(epochs: RoutingEpochs, { hosts, from, to }: HostedRun): Uint8Array {
  const used = new Uint8Array(epochs.network.linkCount);
  for (let epoch = epochAt(epochs.starts, from); epoch <= epochAt(epochs.starts, to - 1); epoch++) {
    linksOfJob(epochs.routing(epoch), hosts).links.forEach((uses, link) => {
      if (uses === 1) used[link] = 1;
    });
  }
  return used;
}

/** Steps at which another routing begins to hold. */
function cutsOf(starts: Float64Array, edges: Float64Array): number[] {
  const cuts = [...starts].map((start) => lowerBound(edges, start));
  return [...new Set(cuts)].filter((cut) => cut > 0 && cut < edges.length - 1);
}

function nothingKnown(link: number): SharesOfLink {
  return { link, bytes: 0, shares: [], source: 'none', range: [0, 0], windows: 0, routing: 'not asked' };
}
