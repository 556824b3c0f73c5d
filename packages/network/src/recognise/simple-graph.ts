import { type Network, NONE } from '@weft/model';

/** Some vertices of a network and how often they are cabled to each other. */
export interface SimpleGraph {
  readonly members: Int32Array;
  /** Number of each vertex among the members, or -1. */
  readonly index: Int32Array;
  /** Neighbours of member m, rising and without repeats: neighbours[offsets[m] .. offsets[m + 1]). */
  readonly offsets: Int32Array;
  readonly neighbours: Int32Array;
  /** Cables to each of them. */
  readonly cables: Int32Array;
}

export function simpleGraph(network: Network, members: Int32Array): SimpleGraph {
  const index = new Int32Array(network.vertexCount).fill(NONE);
  members.forEach((vertex, number) => {
    index[vertex] = number;
  });
  const offsets = new Int32Array(members.length + 1);
  const neighbours: number[] = [];
  const cables: number[] = [];
  members.forEach((vertex, number) => {
    const peers = peersOf(network, vertex)
      .map((peer) => index[peer])
      .filter((peer) => peer !== NONE)
      .sort((a, b) => a - b);
    peers.forEach((peer, at) => {
      if (at > 0 && peers[at - 1] === peer) cables[cables.length - 1]++;
      else {
        neighbours.push(peer);
        cables.push(1);
      }
    });
    offsets[number + 1] = neighbours.length;
  });
  return {
    members,
    index,
    offsets,
    neighbours: Int32Array.from(neighbours),
    cables: Int32Array.from(cables),
  };
}

export function peersOf(network: Network, vertex: number): number[] {
  const found: number[] = [];
  for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
    found.push(network.links.dst[network.outLinks[at]]);
  }
  return found;
}

/** Where neighbour `to` of `from` stands in `neighbours`, or -1. */
export function findNeighbour({ offsets, neighbours }: SimpleGraph, from: number, to: number): number {
  let low = offsets[from];
  let high = offsets[from + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (neighbours[middle] < to) low = middle + 1;
    else high = middle;
  }
  return low < offsets[from + 1] && neighbours[low] === to ? low : NONE;
}
