import type { PhaseTraffic } from './phase-picture.ts';

/**
 * The two columns of a phase: X, copies of all ranks as senders (vertex u), and Y, copies as receivers
 * (vertex ranks + v). Each directed edge u -> v becomes one edge from X to Y, so none lies inside a
 * column, and Y of one phase can be X of the next.
 */
interface Bipartite {
  readonly vertices: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

export function bipartiteOf({ src, dst }: Pick<PhaseTraffic, 'src' | 'dst'>, ranks: number): Bipartite {
  return { vertices: 2 * ranks, from: src, to: dst.map((rank) => rank + ranks) };
}

/** Ranks that send (S) or receive (R) something in a phase, ascending. */
export function activeRanks(ends: Int32Array, ranks: number): Int32Array {
  const active = new Uint8Array(ranks);
  for (const rank of ends) active[rank] = 1;
  return Int32Array.from([...active.keys()].filter((rank) => active[rank] === 1));
}
