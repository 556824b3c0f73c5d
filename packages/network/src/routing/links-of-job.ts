import { type Network, textAt } from '@weft/model';
import type { Routing } from '../router.ts';

export interface Footprint {
  /** 1 for each link that carries a route between two of the hosts. */
  readonly links: Uint8Array;
  /** 1 for each vertex passed or reached, the hosts included. */
  readonly vertices: Uint8Array;
}

/** What all ordered pairs of different hosts use. Each vertex is followed once per destination. */
export function linksOfJob(routing: Routing, hosts: ArrayLike<number>): Footprint {
  const { network } = routing;
  const links = new Uint8Array(network.linkCount);
  const vertices = new Uint8Array(network.vertexCount);
  const seen = new Float64Array(network.vertexCount).fill(-1);
  for (let i = 0; i < hosts.length; i++) {
    const dest = hosts[i];
    vertices[dest] = 1;
    for (let j = 0; j < hosts.length; j++) {
      if (i === j) continue;
      const stamp = routing.bySource ? i * hosts.length + j : i;
      followWay(routing, hosts[j], dest, stamp, seen, links, vertices);
    }
  }
  return { links, vertices };
}

function followWay(
  routing: Routing,
  source: number,
  dest: number,
  stamp: number,
  seen: Float64Array,
  links: Uint8Array,
  vertices: Uint8Array,
): void {
  const targets = routing.network.links.dst;
  let vertex = source;
  while (vertex !== dest && seen[vertex] !== stamp) {
    seen[vertex] = stamp;
    const link = routing.nextLink(vertex, dest, source);
    if (link < 0) return;
    links[link] = 1;
    vertex = targets[link];
    vertices[vertex] = 1;
  }
}

/** Link numbers of a footprint between switches only. */
export function switchLinks(network: Network, { links }: Footprint): Int32Array {
  const { kind } = network.vertices;
  const { src, dst } = network.links;
  return network.links.id.filter(
    (link) =>
      links[link] === 1 && textAt(kind, src[link]) === 'switch' && textAt(kind, dst[link]) === 'switch',
  );
}
