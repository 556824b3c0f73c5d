import { type Network, NONE } from '@weft/model';
import type { ForwardingTable } from '../router.ts';
import { createForwardingTable } from './forwarding-table.ts';

/** Which of `count` equally good links (in port order) to take at `vertex` towards `dest`. */
export type Choose = (vertex: number, dest: number, links: Int32Array, count: number, up: boolean) => number;

const FAR = 0x3fffffff;

export interface UpDownDistances {
  /** Links to the destination by going down only; FAR where that does not lead there. */
  readonly down: Int32Array;
  /** Links to it by going up first and then down. */
  readonly total: Int32Array;
}

/** Vertices by falling rank. */
export function byFallingRank(rank: Int32Array): Int32Array {
  return Int32Array.from(rank.keys()).sort((a, b) => rank[b] - rank[a] || a - b);
}

/**
 * Distances of all vertices to `dest` when a way goes down as soon as it can and never up again:
 * such ways are free of loops and of deadlocks.
 */
export function upDownDistances(
  network: Network,
  rank: Int32Array,
  order: Int32Array,
  dest: number,
  distances: UpDownDistances,
): void {
  const { down, total } = distances;
  fillDown(network, rank, dest, down);
  const { outOffsets, outLinks } = network;
  const targets = network.links.dst;
  for (const vertex of order) {
    let best = down[vertex];
    if (best === FAR) {
      for (let at = outOffsets[vertex]; at < outOffsets[vertex + 1]; at++) {
        const peer = targets[outLinks[at]];
        if (rank[peer] > rank[vertex] && total[peer] + 1 < best) best = total[peer] + 1;
      }
    }
    total[vertex] = best;
  }
}

function fillDown(network: Network, rank: Int32Array, dest: number, down: Int32Array): void {
  const { inOffsets, inLinks } = network;
  const sources = network.links.src;
  down.fill(FAR);
  down[dest] = 0;
  const queue = [dest];
  for (let head = 0; head < queue.length; head++) {
    const vertex = queue[head];
    for (let at = inOffsets[vertex]; at < inOffsets[vertex + 1]; at++) {
      const above = sources[inLinks[at]];
      if (down[above] !== FAR || rank[above] <= rank[vertex]) continue;
      down[above] = down[vertex] + 1;
      queue.push(above);
    }
  }
}

/** Good links at `vertex`, in port order, into `out`; returns how many. */
export function upDownLinks(
  network: Network,
  rank: Int32Array,
  { down, total }: UpDownDistances,
  vertex: number,
  out: Int32Array,
): number {
  const falls = down[vertex] !== FAR;
  const wanted = total[vertex] - 1;
  if (wanted >= FAR - 1) return 0;
  let count = 0;
  for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
    const link = network.outLinks[at];
    const peer = network.links.dst[link];
    const good = falls
      ? rank[peer] < rank[vertex] && down[peer] === wanted
      : rank[peer] > rank[vertex] && total[peer] === wanted;
    if (good) out[count++] = link;
  }
  return count;
}

export function createDistances(vertexCount: number): UpDownDistances {
  return { down: new Int32Array(vertexCount), total: new Int32Array(vertexCount) };
}

export function upDownTable(network: Network, rank: Int32Array, choose: Choose): ForwardingTable {
  const table = createForwardingTable(network);
  const order = byFallingRank(rank);
  const distances = createDistances(network.vertexCount);
  const candidates = new Int32Array(mostLinks(network));
  for (const dest of network.hosts) {
    upDownDistances(network, rank, order, dest, distances);
    for (const vertex of order) {
      if (table.row[vertex] < 0 || vertex === dest) continue;
      const count = upDownLinks(network, rank, distances, vertex, candidates);
      const up = distances.down[vertex] === FAR;
      const link = count === 0 ? NONE : candidates[choose(vertex, dest, candidates, count, up)];
      table.links[table.row[vertex] * table.columns + table.column[dest]] = link;
    }
  }
  return table;
}

export function mostLinks(network: Network): number {
  let most = 0;
  for (let v = 0; v < network.vertexCount; v++) {
    most = Math.max(most, network.outOffsets[v + 1] - network.outOffsets[v]);
  }
  return most;
}
