import { type Network, textAt, WeftError } from '@weft/model';
import type { Placement } from '../placement.ts';

/** One list of hosts a job, by name or vertex id, in rank order; longer lists than the job are cut. */
export function listedPlacement(lists: readonly (readonly (string | number)[])[]): Placement {
  return {
    name: 'listed',
    title: 'Hosts given in a list',
    place(sizes, network, free) {
      const named = hostNames(network);
      const taken = new Set<number>();
      return sizes.map((size, job) => {
        const list = lists[job] ?? [];
        if (list.length < size) throw tooShort(job, size, list.length);
        return Int32Array.from(list.slice(0, size), (entry) => {
          const host = typeof entry === 'number' ? entry : named.get(entry);
          if (host === undefined || free[host] !== 1 || taken.has(host)) throw notFree(job, entry, host);
          taken.add(host);
          return host;
        });
      });
    },
  };
}

function hostNames(network: Network): Map<string, number> {
  const named = new Map<string, number>();
  for (const host of network.hosts) {
    const name = textAt(network.vertices.name, host);
    if (name !== null) named.set(name, host);
  }
  return named;
}

function tooShort(job: number, size: number, length: number): WeftError {
  return new WeftError({
    code: 'PLACEMENT-TOO-LARGE',
    message: `job ${job} needs ${size} hosts, its list has ${length}`,
    record: `job ${job}`,
  });
}

function notFree(job: number, entry: string | number, host: number | undefined): WeftError {
  const known = host === undefined ? 'is no host of this network' : 'is not free or not a host';
  return new WeftError({
    code: 'PLACEMENT-NO-HOST',
    message: `job ${job}: ${entry} ${known}`,
    record: `job ${job}`,
  });
}
