import type { Inquiry } from '../../inquiry.ts';
import type { Suspect, SuspectKind } from '../../suspect.ts';

const MOST_HOSTS = 2;

/** A host on which ranks compute longer than the others of the job. */
export const slowHost: SuspectKind = {
  name: 'slow-host',
  stage: 'fault',
  find: slowestHosts,
  change: ({ ranks = [] }, { name }) => [{ kind: 'median', job: name, ranks }],
  say: ({ host, ranks = [] }) =>
    `with ${ranks.length === 1 ? `rank ${ranks[0]}` : `${ranks.length} ranks`} of host ${host} computing as long as the median`,
};

/** Hosts by the compute time of their ranks beyond the median of each step, longest first. */
function slowestHosts({ machine, job, phase }: Inquiry): Suspect[] {
  const { hosts, steps, ranks } = machine.jobs[job];
  const excess = new Map<number, number>();
  const asked = phase === null ? steps : steps.slice(phase, phase + 1);
  for (const { compute } of asked) {
    if (compute.length < ranks) continue;
    const median = compute.toSorted()[ranks >> 1];
    const most = new Map<number, number>();
    for (let rank = 0; rank < ranks; rank++) {
      const beyond = compute[rank] - median;
      if (beyond > (most.get(hosts[rank]) ?? 0)) most.set(hosts[rank], beyond);
    }
    for (const [host, beyond] of most) excess.set(host, (excess.get(host) ?? 0) + beyond);
  }
  return [...excess]
    .sort(([a, beyondA], [b, beyondB]) => beyondB - beyondA || a - b)
    .slice(0, MOST_HOSTS)
    .map(([host]) => ({
      kind: 'host' as const,
      host,
      ranks: Array.from(hosts.keys()).filter((rank) => hosts[rank] === host),
    }));
}
