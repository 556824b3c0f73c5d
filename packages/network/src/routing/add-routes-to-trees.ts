import { type Network, NONE } from '@weft/model';
import type { Routing } from '../router.ts';
import type { RoutePairs, RouteSums } from './add-routes.ts';
import { forwardingVertices } from './forwarding-table.ts';

const UNKNOWN = -1;
const NO_PATH = -2;
const ON_WAY = -3;

/**
 * Where paths depend on the destination only, all paths to it form a tree: its pairs are gathered at their
 * sources, each vertex of the tree is looked up once, and amounts flow down the tree, the farthest first.
 * Hosts with one link stay outside: what they send is gathered where that link ends.
 */
export function addRoutesToTrees(routing: Routing, pairs: RoutePairs, loads: Float64Array): RouteSums {
  const { vertexCount } = routing.network;
  const targets = routing.network.links.dst;
  const tree = createTree(routing, loads);
  const onlyLink = onlyLinks(routing.network);
  const { starts, src, weight } = groupByDestination(pairs, vertexCount);
  const varied = weight.length !== 1;
  let routes = 0;
  let hops = 0;
  let weightedHops = 0;
  for (let dest = 0; dest < vertexCount; dest++) {
    if (starts[dest] === starts[dest + 1]) continue;
    tree.begin(dest);
    for (let at = starts[dest]; at < starts[dest + 1]; at++) {
      const source = src[at];
      const amount = varied ? weight[at] : weight[0];
      const first = source === dest ? NONE : onlyLink[source];
      let distance = tree.add(first < 0 ? source : targets[first], amount);
      if (distance < 0) continue;
      if (first >= 0) {
        loads[first] += amount;
        distance++;
      }
      routes++;
      hops += distance;
      weightedHops += distance * amount;
    }
    tree.flow();
  }
  return { routes, hops, weightedHops, failed: src.length - routes };
}

/** The link of each host that has one and passes nothing on; -1 elsewhere. */
function onlyLinks(network: Network): Int32Array {
  const forwards = forwardingVertices(network);
  const { outOffsets, outLinks } = network;
  return Int32Array.from({ length: network.vertexCount }, (_, v) =>
    forwards[v] === 0 && outOffsets[v + 1] - outOffsets[v] === 1 ? outLinks[outOffsets[v]] : NONE,
  );
}

interface RouteTree {
  begin(dest: number): void;
  /** Adds at a source; returns its links to the destination, negative = no path. */
  add(source: number, amount: number): number;
  /** Moves all amounts to the links and forgets the tree. */
  flow(): void;
}

function createTree(routing: Routing, loads: Float64Array): RouteTree {
  const { network } = routing;
  const targets = network.links.dst;
  const distance = new Int32Array(network.vertexCount).fill(UNKNOWN);
  const amounts = new Float64Array(network.vertexCount);
  const link = new Int32Array(network.vertexCount);
  /** Vertices of the tree, each after the one it leads to. */
  const known = new Int32Array(network.vertexCount);
  const trail = new Int32Array(network.vertexCount);
  let count = 0;
  let dest = 0;

  const explore = (source: number): void => {
    let length = 0;
    let vertex = source;
    while (distance[vertex] === UNKNOWN) {
      distance[vertex] = ON_WAY;
      trail[length++] = vertex;
      link[vertex] = routing.nextLink(vertex, dest, source);
      if (link[vertex] < 0) break;
      vertex = targets[link[vertex]];
    }
    let links = distance[vertex] < 0 ? NO_PATH : distance[vertex];
    while (length > 0) {
      const passed = trail[--length];
      if (links >= 0) links++;
      distance[passed] = links;
      known[count++] = passed;
    }
  };

  return {
    begin(next) {
      dest = next;
      count = 0;
      known[count++] = dest;
      distance[dest] = 0;
    },
    add(source, amount) {
      if (distance[source] === UNKNOWN) explore(source);
      if (distance[source] >= 0) amounts[source] += amount;
      return distance[source];
    },
    flow() {
      for (let i = count - 1; i >= 0; i--) {
        const vertex = known[i];
        if (distance[vertex] > 0) {
          loads[link[vertex]] += amounts[vertex];
          amounts[targets[link[vertex]]] += amounts[vertex];
        }
        distance[vertex] = UNKNOWN;
        amounts[vertex] = 0;
      }
    },
  };
}

interface GroupedPairs {
  /** Pairs of destination d are starts[d] .. starts[d + 1]. */
  readonly starts: Int32Array;
  readonly src: Int32Array;
  readonly weight: Float64Array;
}

function groupByDestination({ src, dst, weight }: RoutePairs, vertexCount: number): GroupedPairs {
  const starts = new Int32Array(vertexCount + 1);
  let sorted = true;
  for (let pair = 0; pair < dst.length; pair++) {
    starts[dst[pair] + 1]++;
    if (pair > 0 && dst[pair] < dst[pair - 1]) sorted = false;
  }
  for (let v = 0; v < vertexCount; v++) starts[v + 1] += starts[v];
  if (sorted) return { starts, src, weight };
  const next = starts.slice();
  const grouped = new Int32Array(src.length);
  const weights = weight.length === 1 ? weight : new Float64Array(src.length);
  for (let pair = 0; pair < src.length; pair++) {
    const at = next[dst[pair]]++;
    grouped[at] = src[pair];
    if (weight.length !== 1) weights[at] = weight[pair];
  }
  return { starts, src: grouped, weight: weights };
}
