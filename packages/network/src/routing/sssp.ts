import { type Network, NONE } from '@weft/model';
import type { ForwardingTable, Router, RouterOptions } from '../router.ts';
import { createForwardingTable, tableRouting } from './forwarding-table.ts';
import { createHopSearch, type HopSearch } from './hop-counts.ts';

/**
 * One destination after the other: shortest paths, among equals the one whose links carry the fewest routes
 * in all; then each link's weight grows by the routes it carries. With hops counted first this is Dijkstra
 * with a large weight on every link to begin with.
 */
export const sssp: Router = {
  name: 'sssp',
  title: 'Single-source shortest paths, balanced by weights',
  refuses: () => null,
  route: (network) =>
    tableRouting(
      network,
      'sssp',
      weightedTable(network, network.hosts, (_dest, source) => source >= 0),
    ),
};

/**
 * The same, but only routes between hosts of running jobs raise weights (of one job, where jobs are known),
 * and their destinations come first: links are balanced for the traffic that can occur.
 */
export const schedulingAware: Router = {
  name: 'scheduling-aware',
  title: 'Scheduling-aware: balanced over the hosts of running jobs',
  refuses: () => null,
  route(network, options) {
    const job = jobOfHost(network, options);
    const active = network.hosts.filter((host) => job[host] !== NONE);
    const rest = network.hosts.filter((host) => job[host] === NONE);
    const order = Int32Array.from([...active, ...rest]);
    const counts = (dest: number, source: number): boolean => job[dest] === NONE || job[source] === job[dest];
    return tableRouting(network, 'scheduling-aware', weightedTable(network, order, counts));
  },
};

function jobOfHost(network: Network, { activeHosts, jobHosts }: RouterOptions): Int32Array {
  const job = new Int32Array(network.vertexCount).fill(activeHosts || jobHosts ? NONE : 0);
  for (const host of activeHosts ?? []) job[host] = 0;
  jobHosts?.forEach((hosts, index) => {
    for (const host of hosts) job[host] = index + 1;
  });
  return job;
}

function weightedTable(
  network: Network,
  order: Int32Array,
  counts: (dest: number, source: number) => boolean,
): ForwardingTable {
  const table = createForwardingTable(network);
  const search = createHopSearch(network);
  const weight = new Float64Array(network.linkCount);
  const cost = new Float64Array(network.vertexCount);
  const flow = new Float64Array(network.vertexCount);
  const choice = new Int32Array(network.vertexCount);
  for (const dest of order) {
    const reached = search.run(dest);
    cost[dest] = 0;
    for (let i = 1; i < reached; i++) {
      const vertex = search.order[i];
      choice[vertex] = lightestLink(network, search, vertex, weight, cost);
      const row = table.row[vertex];
      if (row >= 0) table.links[row * table.columns + table.column[dest]] = choice[vertex];
    }
    flow.fill(0);
    for (const host of network.hosts) if (counts(dest, host)) flow[host] = 1;
    for (let i = reached - 1; i > 0; i--) {
      const vertex = search.order[i];
      const link = choice[vertex];
      weight[link] += flow[vertex];
      flow[network.links.dst[link]] += flow[vertex];
    }
  }
  return table;
}

function lightestLink(
  network: Network,
  { hops, forwards }: HopSearch,
  vertex: number,
  weight: Float64Array,
  cost: Float64Array,
): number {
  const targets = network.links.dst;
  const wanted = hops[vertex] - 1;
  let best = NONE;
  let least = Number.POSITIVE_INFINITY;
  for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
    const link = network.outLinks[at];
    const peer = targets[link];
    if (hops[peer] !== wanted || (wanted > 0 && forwards[peer] === 0)) continue;
    const sum = weight[link] + cost[peer];
    if (sum >= least) continue;
    least = sum;
    best = link;
  }
  cost[vertex] = least;
  return best;
}
