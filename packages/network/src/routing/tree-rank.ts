import { type Network, NONE, textAt } from '@weft/model';
import { componentsUpTo } from '../recognise/tree-parts.ts';

export interface TreeRank {
  /** Hosts 0, NICs 1, then 2, 3, ... by level of switch, without gaps. */
  readonly rank: Int32Array;
  readonly ranks: number;
  /** Most links up of a vertex of each rank. */
  readonly width: Int32Array;
  /** Product of the widths of lower ranks: the digit of a host number that a rank looks at. */
  readonly stride: Float64Array;
  /** Number of each host in the order of the tree: hosts of a switch, of a pod, ... are neighbours; -1 without cable. */
  readonly place: Int32Array;
}

/** Why the network has no up and down everywhere, or null. */
export function treeFault(network: Network): string | null {
  const { level, kind } = network.vertices;
  for (const vertex of network.switches) {
    if (level[vertex] < 1) return `switch ${vertex} has no level: recognise the tree first`;
  }
  const height = heights(network);
  const { src, dst } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    if (height[src[link]] !== height[dst[link]]) continue;
    const what = textAt(kind, src[link]) === 'host' ? 'hosts' : `level ${level[src[link]]}`;
    return `link ${link} joins two vertices of the same level (${what})`;
  }
  return null;
}

function heights(network: Network): Int32Array {
  const { level, kind } = network.vertices;
  return Int32Array.from(level, (value, vertex) => {
    const name = textAt(kind, vertex);
    return name === 'host' ? 0 : name === 'nic' ? 1 : 2 * value;
  });
}

export function rankTree(network: Network): TreeRank {
  const height = heights(network);
  const present = [...new Set(height)].sort((a, b) => a - b);
  const rank = height.map((value) => present.indexOf(value));
  const width = new Int32Array(present.length);
  const { outOffsets, outLinks } = network;
  for (let v = 0; v < network.vertexCount; v++) {
    let ups = 0;
    for (let at = outOffsets[v]; at < outOffsets[v + 1]; at++) {
      if (rank[network.links.dst[outLinks[at]]] > rank[v]) ups++;
    }
    width[rank[v]] = Math.max(width[rank[v]], ups);
  }
  const stride = new Float64Array(present.length + 1).fill(1);
  for (let r = 0; r < present.length; r++) stride[r + 1] = stride[r] * Math.max(1, width[r]);
  return { rank, ranks: present.length, width, stride, place: placeHosts(network, rank, present.length) };
}

/**
 * Host numbers by tree order. Hosts of a first-level switch get a block of equal size, so that a missing
 * host, or one without a cable, leaves a gap and the others keep their digits.
 */
function placeHosts(network: Network, rank: Int32Array, ranks: number): Int32Array {
  const { outOffsets, outLinks, links } = network;
  const hosts = [...network.hosts].filter((host) => outOffsets[host] < outOffsets[host + 1]);
  const parts: Int32Array[] = [];
  for (let limit = ranks - 1; limit >= 1; limit--) parts.push(componentsUpTo(network, rank, limit));
  const port = (host: number): number => links.dst_port[outLinks[outOffsets[host]]];
  hosts.sort((a, b) => {
    for (const part of parts) if (part[a] !== part[b]) return part[a] - part[b];
    return port(a) - port(b) || a - b;
  });
  const leaf = parts.at(-1);
  const place = new Int32Array(network.vertexCount).fill(NONE);
  if (leaf === undefined) return place;
  const block = mostInOnePart(hosts, leaf);
  const lowest = hosts.reduce((least, host) => Math.min(least, port(host)), Number.MAX_SAFE_INTEGER);
  let number = -1;
  let before = NONE;
  let start = -block;
  for (const host of hosts) {
    if (leaf[host] !== before) start += block;
    const byPort = start + port(host) - lowest;
    const next = Math.max(number + 1, start);
    number = byPort >= next && byPort < start + block ? byPort : next;
    before = leaf[host];
    place[host] = number;
  }
  return place;
}

function mostInOnePart(hosts: readonly number[], part: Int32Array): number {
  const counts = new Map<number, number>();
  for (const host of hosts) counts.set(part[host], (counts.get(part[host]) ?? 0) + 1);
  return [...counts.values()].reduce((a, b) => Math.max(a, b), 1);
}
