import { type LinkIndex, type ListColumn, listAt, type Network, NONE, textAt } from '@weft/model';
import type { Router, Routing } from '../router.ts';

/**
 * Corrects one coordinate after the other, a torus dimension by the shorter way round. Half-way round goes +
 * from even coordinates and - from odd ones. Where the wanted link is missing there is no way.
 */
export const dimensionOrder: Router = {
  name: 'dimension-order',
  title: 'Dimension order (torus, mesh, HyperX)',
  refuses,
  route: (network) => (isDirect(network) ? routeGrid(network) : routeComplete(network)),
};

/** The vertex with coordinates where a host's traffic enters and leaves: itself, or its switch. */
function gridVertex(network: Network, host: number): number {
  const { coord } = network.vertices;
  if (coord.offsets[host + 1] > coord.offsets[host]) return host;
  const at = network.outOffsets[host];
  return at < network.outOffsets[host + 1] ? network.links.dst[network.outLinks[at]] : NONE;
}

function refuses(network: Network): string | null {
  let dimensions = NONE;
  for (const host of network.hosts) {
    const vertex = gridVertex(network, host);
    if (vertex === NONE) continue;
    const length = listAt(network.vertices.coord, vertex).length;
    if (length === 0) return `host ${host} is at no coordinates: recognise the torus, mesh or HyperX first`;
    if (dimensions !== NONE && length !== dimensions)
      return `host ${host} has ${length} coordinates, others ${dimensions}`;
    dimensions = length;
  }
  return null;
}

/** Nodes of a torus or mesh are hosts with coordinates; a HyperX has them on its switches. */
function isDirect(network: Network): boolean {
  return network.hosts.length > 0 && gridVertex(network, network.hosts[0]) === network.hosts[0];
}

function sizesOf({ offsets, values }: ListColumn): number[] {
  const sizes: number[] = [];
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let at = offsets[row]; at < offsets[row + 1]; at++) {
      const dimension = at - offsets[row];
      sizes[dimension] = Math.max(sizes[dimension] ?? 1, values[at] + 1);
    }
  }
  return sizes;
}

/** Coordinates of v are coord[v * dimensions ..]. */
function denseCoordinates(network: Network, dimensions: number): Int32Array {
  const dense = new Int32Array(network.vertexCount * dimensions);
  for (let v = 0; v < network.vertexCount; v++) dense.set(listAt(network.vertices.coord, v), v * dimensions);
  return dense;
}

function routeGrid(network: Network): Routing {
  const sizes = sizesOf(network.vertices.coord);
  const dimensions = sizes.length;
  const coord = denseCoordinates(network, dimensions);
  const links = signedLinks(network, dimensions);
  const wraps = wrappedDimensions(network, sizes);
  const nextLink = (vertex: number, dest: number): LinkIndex => {
    for (let d = 0; d < dimensions; d++) {
      const from = coord[vertex * dimensions + d];
      const to = coord[dest * dimensions + d];
      if (from === to) continue;
      let plus = to > from;
      if (wraps[d]) {
        const ahead = plus ? to - from : to - from + sizes[d];
        const behind = sizes[d] - ahead;
        plus = ahead === behind ? (from & 1) === 0 : ahead < behind;
      }
      return links[(vertex * dimensions + d) * 2 + (plus ? 0 : 1)];
    }
    return NONE;
  };
  return { network, name: 'dimension-order', bySource: false, table: null, nextLink };
}

/** Link of v along dimension d: [(v * dimensions + d) * 2], + first, then -. */
function signedLinks(network: Network, dimensions: number): Int32Array {
  const links = new Int32Array(network.vertexCount * dimensions * 2).fill(NONE);
  for (let link = 0; link < network.linkCount; link++) {
    const name = textAt(network.links.direction, link) ?? '';
    if (!/^[+-][a-z]$/.test(name)) continue;
    const dimension = name.charCodeAt(1) - 97;
    links[(network.links.src[link] * dimensions + dimension) * 2 + (name[0] === '+' ? 0 : 1)] = link;
  }
  return links;
}

/** A dimension wraps where some + link goes from its last coordinate to 0. */
function wrappedDimensions(network: Network, sizes: readonly number[]): boolean[] {
  const wraps = sizes.map(() => false);
  const { coord } = network.vertices;
  for (let link = 0; link < network.linkCount; link++) {
    const name = textAt(network.links.direction, link) ?? '';
    if (!/^\+[a-z]$/.test(name)) continue;
    const d = name.charCodeAt(1) - 97;
    const from = listAt(coord, network.links.src[link])[d];
    const to = listAt(coord, network.links.dst[link])[d];
    if (from === sizes[d] - 1 && to === 0) wraps[d] = true;
  }
  return wraps;
}

/** Dimensions whose coordinates are all connected to each other, with hosts under switches. */
function routeComplete(network: Network): Routing {
  const sizes = sizesOf(network.vertices.coord);
  const dimensions = sizes.length;
  const coord = denseCoordinates(network, dimensions);
  const place = Int32Array.from({ length: network.vertexCount }, (_, v) => gridVertex(network, v));
  const starts = sizes.map((_, d) => sizes.slice(0, d).reduce((sum, size) => sum + size, 0));
  const stride = sizes.reduce((sum, size) => sum + size, 0);
  const { links, hostLink } = completeLinks(network, coord, dimensions, starts, stride);
  const { outOffsets, outLinks } = network;
  const nextLink = (vertex: number, dest: number): LinkIndex => {
    if (place[vertex] !== vertex)
      return outOffsets[vertex] < outOffsets[vertex + 1] ? outLinks[outOffsets[vertex]] : NONE;
    const target = place[dest];
    if (target === NONE) return NONE;
    for (let d = 0; d < dimensions; d++) {
      const to = coord[target * dimensions + d];
      if (coord[vertex * dimensions + d] !== to) return links[vertex * stride + starts[d] + to];
    }
    return hostLink[dest];
  };
  return { network, name: 'dimension-order', bySource: false, table: null, nextLink };
}

function completeLinks(
  network: Network,
  coord: Int32Array,
  dimensions: number,
  starts: readonly number[],
  stride: number,
): { links: Int32Array; hostLink: Int32Array } {
  const links = new Int32Array(network.vertexCount * stride).fill(NONE);
  const hostLink = new Int32Array(network.vertexCount).fill(NONE);
  const { src, dst } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    const from = src[link];
    const to = dst[link];
    const located = (v: number): boolean => listAt(network.vertices.coord, v).length > 0;
    if (!located(to)) hostLink[to] = link;
    if (!located(to) || !located(from)) continue;
    for (let d = 0; d < dimensions; d++) {
      const value = coord[to * dimensions + d];
      if (value !== coord[from * dimensions + d]) links[from * stride + starts[d] + value] = link;
    }
  }
  return { links, hostLink };
}
