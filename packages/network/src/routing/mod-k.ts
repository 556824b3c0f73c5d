import { type LinkIndex, type Network, NONE } from '@weft/model';
import type { Router, Routing } from '../router.ts';
import { createForwardingTable, tableRouting } from './forwarding-table.ts';
import { rankTree, treeFault } from './tree-rank.ts';
import { regularTree, type TreeShape } from './tree-shape.ts';
import {
  byFallingRank,
  type Choose,
  climbs,
  createDistances,
  mostLinks,
  type UpDownDistances,
  upDownDistances,
  upDownLinks,
  upDownTable,
} from './up-down-tables.ts';

/**
 * D-mod-k: the way up follows the digits of the destination's number, the lowest digit first. Computed on
 * regular trees; tables over the surviving links on others.
 */
export const dModK: Router = {
  name: 'd-mod-k',
  title: 'D-mod-k (trees)',
  refuses: treeFault,
  route(network) {
    const shape = regularTree(network);
    if (shape) return tabulated(computed(network, 'd-mod-k', shape, false));
    return tableRouting(
      network,
      'd-mod-k',
      upDownTable(network, rankTree(network).rank, digitChoice(network)),
    );
  },
};

/** S-mod-k: the same by the digits of the source's number. */
export const sModK: Router = {
  name: 's-mod-k',
  title: 'S-mod-k (trees)',
  refuses: treeFault,
  route(network) {
    const shape = regularTree(network);
    return shape ? computed(network, 's-mod-k', shape, true) : searchedBySource(network);
  },
};

/** Entries up to which looking up beats computing (it stays in the processor's cache). */
const SMALL_TABLE = 2 ** 22;

function tabulated(routing: Routing): Routing {
  const { network } = routing;
  if (network.switches.length * network.hosts.length > SMALL_TABLE) return routing;
  const table = createForwardingTable(network);
  for (let vertex = 0; vertex < network.vertexCount; vertex++) {
    if (table.row[vertex] < 0) continue;
    const base = table.row[vertex] * table.columns;
    network.hosts.forEach((dest, column) => {
      if (dest !== vertex) table.links[base + column] = routing.nextLink(vertex, dest, vertex);
    });
  }
  return tableRouting(network, routing.name, table);
}

function computed(network: Network, name: string, shape: TreeShape, bySource: boolean): Routing {
  const { place, low, high, span, multiplicity, downStride, downStart, downLinks, upStart, upLinks } = shape;
  const upStride = Float64Array.from(shape.rank, (rank) => shape.stride[rank]);
  const nextLink = (vertex: number, dest: number, source: number): LinkIndex => {
    const target = place[dest];
    const number = bySource ? place[source] : target;
    if (target >= low[vertex] && target < high[vertex]) {
      const each = multiplicity[vertex];
      const slot = downStart[vertex] + (((target - low[vertex]) / span[vertex]) | 0) * each;
      return each === 1 ? downLinks[slot] : downLinks[slot + (((number / downStride[vertex]) | 0) % each)];
    }
    const width = upStart[vertex + 1] - upStart[vertex];
    return width === 0 ? NONE : upLinks[upStart[vertex] + (((number / upStride[vertex]) | 0) % width)];
  };
  return { network, name, bySource, table: null, nextLink };
}

/** By the digits of the destination's number, or of the host put in its place. */
function digitChoice(network: Network): Choose {
  const { rank, stride, place } = rankTree(network);
  const targets = network.links.dst;
  return ({ vertex, dest, links, count, up }) => {
    const several = !up && count > 1 && targets[links[0]] !== targets[links[count - 1]];
    const divisor = up ? stride[rank[vertex]] : stride[Math.max(0, rank[vertex] - (several ? 2 : 1))];
    return Math.floor(place[dest] / divisor) % count;
  };
}

/** Distances kept at most; beyond, they are searched again. */
const MOST_DISTANCES = 2 ** 26;

/** Paths of an irregular tree that depend on the source: the good links are found at each step. */
function searchedBySource(network: Network): Routing {
  const choose = digitChoice(network);
  const { rank } = rankTree(network);
  const distancesTo = cachedDistances(network, rank);
  const candidates = new Int32Array(mostLinks(network));
  const nextLink = (vertex: number, dest: number, source: number): LinkIndex => {
    const distances = distancesTo(dest);
    const count = upDownLinks(network, rank, distances, vertex, candidates);
    if (count === 0) return NONE;
    const up = climbs(distances, vertex);
    return candidates[choose({ vertex, dest: source, links: candidates, count, up, routes: 1 })];
  };
  return { network, name: 's-mod-k', bySource: true, table: null, nextLink };
}

function cachedDistances(network: Network, rank: Int32Array): (dest: number) => UpDownDistances {
  const order = byFallingRank(rank);
  const most = Math.max(1, Math.floor(MOST_DISTANCES / network.vertexCount));
  const known = new Map<number, UpDownDistances>();
  return (dest) => {
    const found = known.get(dest);
    if (found) return found;
    if (known.size >= most) known.clear();
    const distances = createDistances(network.vertexCount);
    upDownDistances(network, rank, order, dest, distances);
    known.set(dest, distances);
    return distances;
  };
}
