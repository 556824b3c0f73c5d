import type { Network } from '@weft/model';
import type { ForwardingTable } from '../router.ts';
import { createForwardingTable } from './forwarding-table.ts';

/** A vertex with several equally good links towards a destination. */
interface Crossroads {
  vertex: number;
  dest: number;
  /** Good links in port order: the first `count`. */
  links: Int32Array;
  count: number;
  /** True where the good links lead up. */
  up: boolean;
  /** Routes to the destination that come through here. */
  routes: number;
}

/** Which of the good links to take: 0 .. count - 1. */
export type Choose = (at: Crossroads) => number;

/** Longer than any path: dense tables end at 16,384 vertices in a row. */
const FAR = 0x3fff;

export interface UpDownDistances {
  /** Links to the destination by going down only; FAR where that does not lead there. */
  readonly down: Int16Array;
  /** Links to it by going up first and then down. */
  readonly total: Int16Array;
}

export function byFallingRank(rank: Int32Array): Int32Array {
  return Int32Array.from(rank.keys()).sort((a, b) => rank[b] - rank[a] || a - b);
}

/**
 * Distances of all vertices to `dest` when a path goes down as soon as it can and never up again:
 * such paths are free of loops and of deadlocks.
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

function fillDown(network: Network, rank: Int32Array, dest: number, down: Int16Array): void {
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

/** Whether the path from `vertex` starts by going up. */
export function climbs({ down }: UpDownDistances, vertex: number): boolean {
  return down[vertex] === FAR;
}

export function createDistances(vertexCount: number): UpDownDistances {
  return { down: new Int16Array(vertexCount), total: new Int16Array(vertexCount) };
}

export function upDownTable(network: Network, rank: Int32Array, choose: Choose): ForwardingTable {
  const table = createForwardingTable(network);
  const order = byFallingRank(rank);
  const distances = createDistances(network.vertexCount);
  const routes = new Float64Array(network.vertexCount);
  const far = new Int32Array(network.vertexCount);
  const at: Crossroads = {
    vertex: 0,
    dest: 0,
    links: new Int32Array(mostLinks(network)),
    count: 0,
    up: false,
    routes: 0,
  };
  for (const dest of network.hosts) {
    upDownDistances(network, rank, order, dest, distances);
    routes.fill(0);
    for (const host of network.hosts) routes[host] = 1;
    const reached = farthestFirst(distances.total, far);
    for (let i = 0; i < reached - 1; i++) {
      const vertex = far[i];
      at.vertex = vertex;
      at.dest = dest;
      at.count = upDownLinks(network, rank, distances, vertex, at.links);
      at.up = climbs(distances, vertex);
      at.routes = routes[vertex];
      const link = at.links[choose(at)];
      routes[network.links.dst[link]] += routes[vertex];
      const row = table.row[vertex];
      if (row >= 0) table.links[row * table.columns + table.column[dest]] = link;
    }
  }
  return table;
}

/** Vertices with a path, by falling distance (the destination last); returns how many. */
function farthestFirst(total: Int16Array, out: Int32Array): number {
  let longest = 0;
  for (const value of total) if (value < FAR && value > longest) longest = value;
  const start = new Int32Array(longest + 2);
  for (const value of total) if (value < FAR) start[longest - value + 1]++;
  for (let d = 0; d <= longest; d++) start[d + 1] += start[d];
  const reached = start[longest + 1];
  for (let v = 0; v < total.length; v++) if (total[v] < FAR) out[start[longest - total[v]]++] = v;
  return reached;
}

export function mostLinks(network: Network): number {
  let most = 0;
  for (let v = 0; v < network.vertexCount; v++) {
    most = Math.max(most, network.outOffsets[v + 1] - network.outOffsets[v]);
  }
  return most;
}
