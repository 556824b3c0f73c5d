import { type Network, NONE } from '@weft/model';
import { type LevelBlock, levelBlocks } from './level-blocks.ts';

/** A place where a fabric differs from what most of it is like. Vertices and ports, where known; NONE elsewhere. */
export interface Irregularity {
  readonly kind:
    | 'missing-cable'
    | 'extra-cable'
    | 'miswired-cable'
    | 'other-uplinks'
    | 'unused-port'
    | 'slow-cable'
    | 'side-host';
  readonly vertex: number;
  readonly port: number;
  readonly peer: number;
  readonly peerPort: number;
  /** How many there are here, and how many most others have. */
  readonly count: number;
  readonly usual: number;
}

/** Blocks in which more than this share of the pairs is unusual have no usual. */
const MOST_UNUSUAL = 0.25;

/** Pairs of switches with fewer or more cables than is usual between their levels, and switches with other numbers of links up. */
export function treeIrregularities(network: Network, level: Int32Array): Irregularity[] {
  const top = level.reduce((a, b) => Math.max(a, b), 0);
  const found: Irregularity[] = [];
  for (let l = 1; l < top; l++) {
    for (const block of levelBlocks(network, level, l)) found.push(...blockIrregularities(network, block));
    found.push(...otherUplinks(network, level, l));
  }
  return found;
}

function blockIrregularities(network: Network, { lower, upper }: LevelBlock): Irregularity[] {
  const cables = new Map<number, number>();
  const key = (low: number, high: number): number => low * network.vertexCount + high;
  for (const low of lower) {
    for (let at = network.outOffsets[low]; at < network.outOffsets[low + 1]; at++) {
      const pair = key(low, network.links.dst[network.outLinks[at]]);
      cables.set(pair, (cables.get(pair) ?? 0) + 1);
    }
  }
  const pairs = lower.flatMap((low) =>
    upper.map((high) => ({ low, high, count: cables.get(key(low, high)) ?? 0 })),
  );
  const usual = mode(pairs.map(({ count }) => count));
  const unusual = pairs.filter(({ count }) => count !== usual);
  if (unusual.length > MOST_UNUSUAL * pairs.length) return [];
  return unusual.map(({ low, high, count }) => ({
    kind: count < usual ? 'missing-cable' : 'extra-cable',
    vertex: low,
    port: count < usual ? freePort(network, low, high, lower) : NONE,
    peer: high,
    peerPort: count < usual ? freePort(network, high, low, upper) : NONE,
    count,
    usual,
  }));
}

/** The port by which most neighbours of `vertex` reach `peer`, where it is free on `vertex`; else NONE. */
function freePort(network: Network, vertex: number, peer: number, neighbours: readonly number[]): number {
  const ports = neighbours.flatMap((other) => portsTowards(network, other, peer));
  const port = ports.length === 0 ? NONE : mode(ports);
  return usedPorts(network, vertex).has(port) ? NONE : port;
}

function portsTowards(network: Network, vertex: number, peer: number): number[] {
  const links = network.outLinks.subarray(network.outOffsets[vertex], network.outOffsets[vertex + 1]);
  return [...links]
    .filter((link) => network.links.dst[link] === peer)
    .map((link) => network.links.src_port[link]);
}

export function usedPorts(network: Network, vertex: number): Set<number> {
  const links = network.outLinks.subarray(network.outOffsets[vertex], network.outOffsets[vertex + 1]);
  return new Set(Array.from(links, (link) => network.links.src_port[link]));
}

function otherUplinks(network: Network, level: Int32Array, l: number): Irregularity[] {
  const members = [...network.switches].filter((vertex) => level[vertex] === l);
  const counts = members.map((vertex) => upLinks(network, level, vertex));
  const usual = mode(counts);
  return members.flatMap((vertex, at): Irregularity[] =>
    counts[at] === usual
      ? []
      : [{ kind: 'other-uplinks', vertex, port: NONE, peer: NONE, peerPort: NONE, count: counts[at], usual }],
  );
}

function upLinks(network: Network, level: Int32Array, vertex: number): number {
  let count = 0;
  for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
    if (level[network.links.dst[network.outLinks[at]]] > level[vertex]) count++;
  }
  return count;
}

/** The commonest value, the smaller of two as common. */
export function mode(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = values[0];
  for (const [value, count] of counts) {
    const most = counts.get(best)!;
    if (count > most || (count === most && value < best)) best = value;
  }
  return best;
}
