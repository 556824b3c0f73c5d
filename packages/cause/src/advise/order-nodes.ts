import type { HostDistances } from './host-distances.ts';
import type { NodeTraffic } from './node-traffic.ts';

/** Places in the list of hosts, one a node. */
type NodeOrder = Int32Array;

/** Exchanges that are looked at, at most. */
const MOST_EXCHANGES = 20_000_000;

/** Bytes times links, over all pairs of nodes. */
export function orderCost(traffic: NodeTraffic, { hosts, links }: HostDistances, order: NodeOrder): number {
  let cost = 0;
  for (let node = 0; node < traffic.nodes; node++) {
    for (let at = traffic.offsets[node]; at < traffic.offsets[node + 1]; at++) {
      cost += traffic.bytes[at] * links[order[node] * hosts.length + order[traffic.partner[at]]];
    }
  }
  return cost / 2;
}

/** One node after the other, the one that exchanges most with those placed, where its bytes cross the fewest links. */
export function greedyOrder(traffic: NodeTraffic, distances: HostDistances): NodeOrder {
  const { nodes, offsets, partner, bytes } = traffic;
  const order = new Int32Array(nodes).fill(-1);
  const free = new Uint8Array(distances.hosts.length).fill(1);
  const pull = new Float64Array(nodes);
  for (let placed = 0; placed < nodes; placed++) {
    const node = strongest(pull, order);
    order[node] = cheapestPlace(traffic, distances, order, free, node);
    free[order[node]] = 0;
    for (let at = offsets[node]; at < offsets[node + 1]; at++) pull[partner[at]] += bytes[at];
  }
  return order;
}

function strongest(pull: Float64Array, order: NodeOrder): number {
  let best = -1;
  for (let node = 0; node < pull.length; node++) {
    if (order[node] < 0 && (best < 0 || pull[node] > pull[best])) best = node;
  }
  return best;
}

function cheapestPlace(
  { offsets, partner, bytes }: NodeTraffic,
  { hosts, links }: HostDistances,
  order: NodeOrder,
  free: Uint8Array,
  node: number,
): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let place = 0; place < hosts.length; place++) {
    if (free[place] === 0) continue;
    let cost = 0;
    for (let at = offsets[node]; at < offsets[node + 1] && cost < least; at++) {
      if (order[partner[at]] >= 0) cost += bytes[at] * links[place * hosts.length + order[partner[at]]];
    }
    if (cost < least) {
      least = cost;
      best = place;
    }
  }
  return best;
}

/** Exchanges the places of two nodes as long as bytes then cross fewer links. */
export function improveBySwaps(traffic: NodeTraffic, distances: HostDistances, start: NodeOrder): NodeOrder {
  const order = start.slice();
  let left = MOST_EXCHANGES;
  for (let improved = true; improved && left > 0; ) {
    improved = false;
    for (let a = 0; a < traffic.nodes && left > 0; a++) {
      for (let b = a + 1; b < traffic.nodes; b++) {
        left--;
        const before = costOf(traffic, distances, order, a) + costOf(traffic, distances, order, b);
        swap(order, a, b);
        const after = costOf(traffic, distances, order, a) + costOf(traffic, distances, order, b);
        if (after < before) improved = true;
        else swap(order, a, b);
      }
    }
  }
  return order;
}

function costOf(
  { offsets, partner, bytes }: NodeTraffic,
  { hosts, links }: HostDistances,
  order: NodeOrder,
  node: number,
): number {
  let cost = 0;
  const row = order[node] * hosts.length;
  for (let at = offsets[node]; at < offsets[node + 1]; at++)
    cost += bytes[at] * links[row + order[partner[at]]];
  return cost;
}

function swap(order: NodeOrder, a: number, b: number): void {
  const place = order[a];
  order[a] = order[b];
  order[b] = place;
}
