import { hostsOfJobs } from './hosts-of-jobs.ts';

interface Ranks {
  readonly job: Int32Array;
  readonly rank: Int32Array;
  /** -1 = not known. */
  readonly host: Int32Array;
}

/** Where ranks may go of which nobody says on which network they ran. */
interface SuggestedNetwork {
  /** The smallest whole fat tree of three levels that has the hosts, in the text of `--network`. */
  readonly network: string;
  readonly ranksPerHost: number;
}

/** Ranks that shared a host share one again where each host had as many in order; else each gets a host of its own. */
export function suggestNetwork(ranks: Ranks, ranksPerHost = blockOnHosts(ranks)): SuggestedNetwork {
  const hosts = [...hostsOfJobs(ranks, ranksPerHost).values()].reduce((sum, own) => sum + own, 0);
  let ports = 4;
  while (ports ** 3 / 4 < hosts) ports += 2;
  return { network: `fat-tree:ports=${ports}`, ranksPerHost };
}

/** So many ranks follow each other on every host, the last of a job excepted; 1 where that is not so, or there is a single host. */
function blockOnHosts({ job, rank, host }: Ranks): number {
  const onHost = new Map<number, number>();
  for (const own of host) onHost.set(own, (onHost.get(own) ?? 0) + 1);
  if (onHost.size < 2 || onHost.has(-1)) return 1;
  const block = [...onHost.values()].reduce((most, count) => Math.max(most, count), 0);
  const hostOf = new Map<string, number>();
  for (const [row, own] of host.entries()) {
    const place = `${job[row]} ${Math.floor(rank[row] / block)}`;
    if ((hostOf.get(place) ?? own) !== own) return 1;
    hostOf.set(place, own);
  }
  return block;
}
