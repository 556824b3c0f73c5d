import { type Network, NONE } from '@weft/model';
import { type Routing, tracePath } from '@weft/network';

/** Links on the way between two of a list of hosts, by their places in the list; the mean of both directions. */
export interface HostDistances {
  readonly hosts: Int32Array;
  readonly links: Float64Array;
}

export function routedDistances(routing: Routing, hosts: Int32Array): HostDistances {
  const n = hosts.length;
  const links = new Float64Array(n * n);
  const path = new Int32Array(0);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      const hops = a === b ? 0 : Math.max(0, tracePath(routing, hosts[a], hosts[b], path));
      links[a * n + b] += hops / 2;
      links[b * n + a] += hops / 2;
    }
  }
  return { hosts, links };
}

/** The hosts of a list that are nearest to one of them, itself first; equally near ones in their order. */
export function nearestHosts(network: Network, from: number, among: Uint8Array, count: number): number[] {
  const seen = new Uint8Array(network.vertexCount);
  const found: number[] = [];
  let ring = [from];
  seen[from] = 1;
  while (ring.length > 0 && found.length < count) {
    const hosts = ring.filter((vertex) => among[vertex] === 1).sort((a, b) => a - b);
    for (const host of hosts) found.push(host);
    ring = nextRing(network, ring, seen);
  }
  return found.slice(0, count);
}

function nextRing(network: Network, ring: readonly number[], seen: Uint8Array): number[] {
  const next: number[] = [];
  for (const vertex of ring) {
    for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
      const other = network.links.dst[network.outLinks[at]];
      if (other === NONE || seen[other] === 1) continue;
      seen[other] = 1;
      next.push(other);
    }
  }
  return next;
}
