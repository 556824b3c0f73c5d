import type { ForwardingTable, Routing } from '../router.ts';
import { hopLimit } from './trace-path.ts';

export interface RoutePairs {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  /** What each pair adds to its links; length 1 = the same for all. */
  readonly weight: Float64Array;
}

export interface RouteSums {
  /** Pairs that arrived. */
  readonly routes: number;
  /** Links crossed by all of them. */
  readonly hops: number;
  /** Weight x links crossed: equals what was added to `loads`. */
  readonly weightedHops: number;
  /** Pairs without a way, or on one that loops: nothing was added for them. */
  readonly failed: number;
}

/** Adds the weight of each pair to every link of its way. */
export function addRoutes(routing: Routing, pairs: RoutePairs, loads: Float64Array): RouteSums {
  const way = new Int32Array(routing.network.vertexCount + 1);
  const { src, dst, weight } = pairs;
  const varied = weight.length !== 1;
  const trace = routing.table ? tableTracer(routing, routing.table, way) : linkTracer(routing, way);
  let routes = 0;
  let hops = 0;
  let weightedHops = 0;
  for (let pair = 0; pair < src.length; pair++) {
    const count = trace(src[pair], dst[pair]);
    if (count < 0) continue;
    const amount = varied ? weight[pair] : weight[0];
    for (let hop = 0; hop < count; hop++) loads[way[hop]] += amount;
    routes++;
    hops += count;
    weightedHops += count * amount;
  }
  return { routes, hops, weightedHops, failed: src.length - routes };
}

type Tracer = (src: number, dst: number) => number;

function tableTracer(routing: Routing, table: ForwardingTable, way: Int32Array): Tracer {
  const { row, column, columns, links } = table;
  const { outOffsets, outLinks } = routing.network;
  const targets = routing.network.links.dst;
  const limit = way.length;
  return (src, dst) => {
    const to = column[dst];
    let vertex = src;
    let count = 0;
    while (vertex !== dst) {
      const at = row[vertex];
      const link =
        at >= 0
          ? links[at * columns + to]
          : outOffsets[vertex] < outOffsets[vertex + 1]
            ? outLinks[outOffsets[vertex]]
            : -1;
      if (!(link >= 0) || count === limit) return -1;
      way[count++] = link;
      vertex = targets[link];
    }
    return count;
  };
}

function linkTracer(routing: Routing, way: Int32Array): Tracer {
  const targets = routing.network.links.dst;
  const limit = Math.min(way.length, hopLimit(routing));
  return (src, dst) => {
    let vertex = src;
    let count = 0;
    while (vertex !== dst) {
      const link = routing.nextLink(vertex, dst, src);
      if (link < 0 || count === limit) return -1;
      way[count++] = link;
      vertex = targets[link];
    }
    return count;
  };
}

/** All ordered pairs of different hosts of the list, grouped by destination. */
export function allPairs(hosts: Int32Array): RoutePairs {
  const n = hosts.length;
  const src = new Int32Array(n * (n - 1));
  const dst = new Int32Array(n * (n - 1));
  let at = 0;
  for (const to of hosts) {
    for (const from of hosts) {
      if (from === to) continue;
      src[at] = from;
      dst[at++] = to;
    }
  }
  return { src, dst, weight: Float64Array.of(1) };
}
