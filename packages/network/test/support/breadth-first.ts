import { type Network, textAt } from '@weft/model';

/** Slow and obvious: links from `source` to every vertex; hosts pass nothing on unless cabled to hosts. */
export function hopsFrom(network: Network, source: number): number[] {
  const hops = new Array<number>(network.vertexCount).fill(Number.POSITIVE_INFINITY);
  hops[source] = 0;
  const queue = [source];
  while (queue.length > 0) {
    const vertex = queue.shift()!;
    if (vertex !== source && !passesOn(network, vertex)) continue;
    for (let link = 0; link < network.linkCount; link++) {
      if (network.links.src[link] !== vertex) continue;
      const peer = network.links.dst[link];
      if (hops[peer] !== Number.POSITIVE_INFINITY) continue;
      hops[peer] = hops[vertex] + 1;
      queue.push(peer);
    }
  }
  return hops;
}

function passesOn(network: Network, vertex: number): boolean {
  const kind = (v: number) => textAt(network.vertices.kind, v);
  if (kind(vertex) !== 'host') return true;
  for (let link = 0; link < network.linkCount; link++) {
    if (network.links.src[link] === vertex && kind(network.links.dst[link]) === 'host') return true;
  }
  return false;
}
