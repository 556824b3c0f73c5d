import { type Network, outLinksOf, type TableColumns } from '@weft/model';

/** A job's part of a leaf switch: `share` of its width (TS-27). */
export interface JobShare {
  readonly job: number;
  readonly nodes: number;
  readonly share: number;
}

/** Per leaf switch the chosen jobs on its hosts; shares are of the hosts with any job at that time and add up to at most 1. */
export function jobShares(
  network: Network,
  ranks: TableColumns<'ranks'>,
  jobs: TableColumns<'jobs'>,
  chosen: readonly number[],
  time: readonly [number, number] | null,
): Map<number, JobShare[]> {
  const shares = new Map<number, JobShare[]>();
  const hostsOfLeaf = countHosts(network, ranks, jobs, time);
  for (const [leaf, hosts] of hostsOfLeaf) {
    const active = hosts.size;
    const own = chosen.flatMap((job) => {
      const nodes = [...hosts.values()].filter((running) => running.has(job)).length;
      return nodes > 0 ? [{ job, nodes, share: nodes / active }] : [];
    });
    const total = own.reduce((sum, { share }) => sum + share, 0);
    const fit = total > 1 ? 1 / total : 1;
    if (own.length > 0)
      shares.set(
        leaf,
        own.map((part) => ({ ...part, share: part.share * fit })),
      );
  }
  return shares;
}

/** Per leaf switch its hosts with at least one job running in the time range, and those jobs. */
function countHosts(
  network: Network,
  ranks: TableColumns<'ranks'>,
  jobs: TableColumns<'jobs'>,
  time: readonly [number, number] | null,
): Map<number, Map<number, Set<number>>> {
  const leaves = new Map<number, Map<number, Set<number>>>();
  for (let row = 0; row < ranks.job.length; row++) {
    const host = ranks.host[row];
    if (host < 0 || !runsIn(jobs, ranks.job[row], time)) continue;
    const leaf = network.links.dst[outLinksOf(network, host)[0]];
    const hosts = leaves.get(leaf) ?? new Map<number, Set<number>>();
    leaves.set(leaf, hosts);
    hosts.set(host, (hosts.get(host) ?? new Set()).add(ranks.job[row]));
  }
  return leaves;
}

function runsIn(jobs: TableColumns<'jobs'>, job: number, time: readonly [number, number] | null): boolean {
  if (time === null) return true;
  const start = jobs.start[job];
  const end = jobs.end[job];
  return (start < 0 || start < time[1]) && (end < 0 || end > time[0]);
}
