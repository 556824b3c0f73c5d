import type { Scenario } from '@weft/simulate';
import type { Machine } from '../machine/machine.ts';

/** Placements of a scenario in which every job stays where it is, and one goes to other hosts (vertices, one a node). */
export function placedJobs(
  { scenario, jobs, fabric }: Machine,
  moved: string,
  hosts: readonly number[],
): Scenario['jobs'][number]['placement'][] {
  const number = new Map(Array.from(fabric.network.hosts, (host, at) => [host, at]));
  return jobs.map(({ name, hosts: own }, j) => {
    const nodes =
      name === moved ? hosts : [...own].filter((_, rank) => rank % scenario.jobs[j].ranksPerHost === 0);
    return { hosts: nodes.map((host) => number.get(host) ?? -1) };
  });
}
