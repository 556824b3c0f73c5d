import type { Network, Random } from '@weft/model';

/** Puts ranks of jobs on free hosts. */
export interface Placement {
  readonly name: string;
  readonly title: string;
  /**
   * For each job its hosts, one per node in rank order, from hosts with `free[host vertex]` = 1.
   * Throws PLACEMENT-TOO-LARGE where they do not fit.
   */
  place(sizes: readonly number[], network: Network, free: Uint8Array, random: Random): Int32Array[];
}
