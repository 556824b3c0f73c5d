import { type Network, type Random, WeftError } from '@weft/model';

/** Puts ranks of jobs on free hosts. */
export interface Placement {
  readonly name: string;
  readonly title: string;
  /**
   * For each job its hosts, one per node in rank order, from hosts with `free[host vertex]` = 1.
   * Throws PLACEMENT-TOO-LARGE where they do not fit. `free` is left as it was.
   */
  place(sizes: readonly number[], network: Network, free: Uint8Array, random: Random): Int32Array[];
}

export function allFree(network: Network): Uint8Array {
  const free = new Uint8Array(network.vertexCount);
  for (const host of network.hosts) free[host] = 1;
  return free;
}

/** Free hosts in id order. */
export function freeHosts(network: Network, free: Uint8Array): Int32Array {
  return network.hosts.filter((host) => free[host] === 1);
}

export function checkFit(sizes: readonly number[], available: number): void {
  const wanted = sizes.reduce((sum, size) => sum + size, 0);
  if (wanted <= available) return;
  throw new WeftError({
    code: 'PLACEMENT-TOO-LARGE',
    message: `jobs need ${wanted} hosts, ${available} are free`,
    advice: 'Use fewer ranks or a larger network',
  });
}

/** Cuts an order of hosts into jobs. */
export function dealOut(sizes: readonly number[], order: ArrayLike<number>): Int32Array[] {
  checkFit(sizes, order.length);
  const all = Int32Array.from(order);
  let from = 0;
  return sizes.map((size) => {
    from += size;
    return all.slice(from - size, from);
  });
}
