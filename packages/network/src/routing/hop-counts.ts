import type { Network } from '@weft/model';
import { forwardingVertices } from './forwarding-table.ts';

export const UNREACHED = 0x3fffffff;

/** Breadth-first search towards destinations, over vertices that pass traffic on. */
export interface HopSearch {
  readonly forwards: Uint8Array;
  /** Links from each vertex to the destination of the last `run`; UNREACHED where there is no path. */
  readonly hops: Int32Array;
  /** Vertices reached, nearest first. */
  readonly order: Int32Array;
  /** Searches; returns how many vertices were reached. */
  run(dest: number): number;
}

export function createHopSearch(network: Network): HopSearch {
  const forwards = forwardingVertices(network);
  const hops = new Int32Array(network.vertexCount);
  const order = new Int32Array(network.vertexCount);
  const { inOffsets, inLinks } = network;
  const sources = network.links.src;
  const run = (dest: number): number => {
    hops.fill(UNREACHED);
    hops[dest] = 0;
    order[0] = dest;
    let count = 1;
    for (let head = 0; head < count; head++) {
      const vertex = order[head];
      if (vertex !== dest && forwards[vertex] === 0) continue;
      const next = hops[vertex] + 1;
      for (let at = inOffsets[vertex]; at < inOffsets[vertex + 1]; at++) {
        const peer = sources[inLinks[at]];
        if (hops[peer] !== UNREACHED) continue;
        hops[peer] = next;
        order[count++] = peer;
      }
    }
    return count;
  };
  return { forwards, hops, order, run };
}

/** Links at `vertex` that come one nearer to the destination of the search, in port order; returns how many. */
export function shortestLinks(network: Network, search: HopSearch, vertex: number, out: Int32Array): number {
  const { hops, forwards } = search;
  const wanted = hops[vertex] - 1;
  let count = 0;
  for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
    const link = network.outLinks[at];
    const peer = network.links.dst[link];
    if (hops[peer] === wanted && (wanted === 0 || forwards[peer] === 1)) out[count++] = link;
  }
  return count;
}
