import type { Routing } from '../router.ts';
import { addRoutesToTrees } from './add-routes-to-trees.ts';
import { hopLimit, tracePath } from './trace-path.ts';

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
  /** Pairs without a path, or on one that loops: nothing was added for them. */
  readonly failed: number;
}

/** Adds the weight of each pair to every link of its path. */
export function addRoutes(routing: Routing, pairs: RoutePairs, loads: Float64Array): RouteSums {
  return routing.bySource
    ? addRoutesOneByOne(routing, pairs, loads)
    : addRoutesToTrees(routing, pairs, loads);
}

function addRoutesOneByOne(routing: Routing, pairs: RoutePairs, loads: Float64Array): RouteSums {
  const path = new Int32Array(hopLimit(routing));
  const { src, dst, weight } = pairs;
  const varied = weight.length !== 1;
  let routes = 0;
  let hops = 0;
  let weightedHops = 0;
  for (let pair = 0; pair < src.length; pair++) {
    const count = tracePath(routing, src[pair], dst[pair], path);
    if (count < 0) continue;
    const amount = varied ? weight[pair] : weight[0];
    for (let hop = 0; hop < count; hop++) loads[path[hop]] += amount;
    routes++;
    hops += count;
    weightedHops += count * amount;
  }
  return { routes, hops, weightedHops, failed: src.length - routes };
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
