import { type LinkIndex, type Network, NONE, WeftError } from '@weft/model';
import type { ForwardingTable, Router, Routing } from '../router.ts';
import { createForwardingTable, tableRouting } from './forwarding-table.ts';
import { hashPair } from './hash-pair.ts';
import { createHopSearch, shortestLinks, UNREACHED } from './hop-counts.ts';
import { mostLinks } from './up-down-tables.ts';

/** Shortest paths; among equals the link that carries the fewest routes so far. */
export const minHop: Router = {
  name: 'min-hop',
  title: 'Shortest paths, balanced',
  refuses: () => null,
  route: (network) => {
    const used = new Float64Array(network.linkCount);
    const choose: ChooseLink = (links, count, routes) => {
      let best = links[0];
      for (let i = 1; i < count; i++) if (used[links[i]] < used[best]) best = links[i];
      used[best] += routes;
      return best;
    };
    return tableRouting(network, 'min-hop', shortestTable(network, choose));
  },
};

export const minHopRandom: Router = {
  name: 'min-hop-random',
  title: 'Shortest paths, random choice',
  refuses: () => null,
  route: (network, { random }) =>
    tableRouting(
      network,
      'min-hop-random',
      shortestTable(network, (links, count) => links[count === 1 ? 0 : random.below(count)]),
    ),
};

/** As equal-cost multipath does it: each switch hashes source and destination. */
export const minHopHashed: Router = {
  name: 'min-hop-hashed',
  title: 'Shortest paths, chosen by a hash of source and destination',
  refuses: () => null,
  route: routeHashed,
};

/** Picks one of `count` links that `routes` routes to the destination will take. */
type ChooseLink = (links: Int32Array, count: number, routes: number) => LinkIndex;

/** Far vertices choose first, so that the routes arriving at each are known. */
function shortestTable(network: Network, choose: ChooseLink): ForwardingTable {
  const table = createForwardingTable(network);
  const search = createHopSearch(network);
  const candidates = new Int32Array(mostLinks(network));
  const routes = new Float64Array(network.vertexCount);
  for (const dest of network.hosts) {
    const reached = search.run(dest);
    routes.fill(0);
    for (const host of network.hosts) routes[host] = 1;
    for (let i = reached - 1; i > 0; i--) {
      const vertex = search.order[i];
      const count = shortestLinks(network, search, vertex, candidates);
      const link = choose(candidates, count, routes[vertex]);
      routes[network.links.dst[link]] += routes[vertex];
      const row = table.row[vertex];
      if (row >= 0) table.links[row * table.columns + table.column[dest]] = link;
    }
  }
  return table;
}

/** Distances are kept per place where hosts attach, as hosts of one switch share theirs. */
function routeHashed(network: Network): Routing {
  const { outOffsets, outLinks } = network;
  const targets = network.links.dst;
  const search = createHopSearch(network);
  const anchor = anchors(network);
  const { column, hops } = anchorDistances(network, anchor);
  const vertexCount = network.vertexCount;
  const candidates = new Int32Array(mostLinks(network));
  const nextLink = (vertex: number, dest: number, source: number): LinkIndex => {
    const base = column[dest] * vertexCount;
    const wanted = vertex === anchor[dest] ? NONE : hops[base + vertex] - 1;
    if (wanted === NO_PATH - 1) return NONE;
    let count = 0;
    for (let at = outOffsets[vertex]; at < outOffsets[vertex + 1]; at++) {
      const peer = targets[outLinks[at]];
      const nearer = wanted === NONE ? peer === dest : hops[base + peer] === wanted;
      if (nearer && (wanted <= 0 || search.forwards[peer] === 1)) candidates[count++] = outLinks[at];
    }
    if (count === 0) return NONE;
    return candidates[count === 1 ? 0 : hashPair(source, dest, vertex) % count];
  };
  return { network, name: 'min-hop-hashed', bySource: true, table: null, nextLink };
}

/** Stands in 16 bits for a vertex from which no path leads. */
const NO_PATH = 0xffff;

/** Where traffic to a host ends in distance: its only neighbour, or itself. */
function anchors(network: Network): Int32Array {
  const { inOffsets, inLinks } = network;
  return Int32Array.from({ length: network.vertexCount }, (_, v) =>
    inOffsets[v + 1] - inOffsets[v] === 1 ? network.links.src[inLinks[inOffsets[v]]] : v,
  );
}

function anchorDistances(network: Network, anchor: Int32Array): { column: Int32Array; hops: Uint16Array } {
  const search = createHopSearch(network);
  const columns = new Map<number, number>();
  for (const host of network.hosts) if (!columns.has(anchor[host])) columns.set(anchor[host], columns.size);
  if (columns.size * network.vertexCount > 2 ** 29) {
    throw new WeftError({
      code: 'ROUTING-TOO-LARGE',
      message: `distances of ${network.vertexCount} vertices to ${columns.size} places do not fit`,
      advice: 'Use d-mod-k or dimension-order',
    });
  }
  const hops = new Uint16Array(columns.size * network.vertexCount).fill(NO_PATH);
  for (const [vertex, at] of columns) {
    search.run(vertex);
    const base = at * network.vertexCount;
    for (let v = 0; v < network.vertexCount; v++) {
      if (search.hops[v] !== UNREACHED) hops[base + v] = search.hops[v];
    }
  }
  const column = Int32Array.from(anchor, (vertex) => columns.get(vertex) ?? NONE);
  return { column, hops };
}
