import { type Network, outLinksOf } from '@weft/model';

/** Traffic from so many hosts stands for that from all. */
const SOURCES = 32;

/** What each link would carry if hosts sent the same to every other host, spread over all shortest paths. */
export function uniformLoads(network: Network): Float64Array {
  const loads = new Float64Array(network.linkCount);
  const { hosts } = network;
  const count = Math.min(SOURCES, hosts.length);
  for (let at = 0; at < count; at++) {
    addLoadsFrom(network, hosts[Math.floor((at * hosts.length) / count)], loads);
  }
  return loads;
}

function addLoadsFrom(network: Network, source: number, loads: Float64Array): void {
  const { distance, paths, order } = shortestPaths(network, source);
  const inflow = new Float64Array(network.vertexCount);
  for (const host of network.hosts) if (host !== source && paths[host] > 0) inflow[host] = 1;
  for (let at = order.length - 1; at > 0; at--) {
    const vertex = order[at];
    for (let i = network.inOffsets[vertex]; i < network.inOffsets[vertex + 1]; i++) {
      const link = network.inLinks[i];
      const from = network.links.src[link];
      if (distance[from] !== distance[vertex] - 1 || paths[from] === 0) continue;
      const part = (inflow[vertex] * paths[from]) / paths[vertex];
      loads[link] += part;
      inflow[from] += part;
    }
  }
}

interface ShortestPaths {
  readonly distance: Int32Array;
  /** Number of shortest paths to each vertex. */
  readonly paths: Float64Array;
  /** Vertices by distance. */
  readonly order: number[];
}

function shortestPaths(network: Network, source: number): ShortestPaths {
  const distance = new Int32Array(network.vertexCount).fill(-1);
  const paths = new Float64Array(network.vertexCount);
  const order = [source];
  distance[source] = 0;
  paths[source] = 1;
  for (const vertex of order) {
    for (const link of outLinksOf(network, vertex)) {
      const to = network.links.dst[link];
      if (distance[to] < 0) {
        distance[to] = distance[vertex] + 1;
        order.push(to);
      }
      if (distance[to] === distance[vertex] + 1) paths[to] += paths[vertex];
    }
  }
  return { distance, paths, order };
}
