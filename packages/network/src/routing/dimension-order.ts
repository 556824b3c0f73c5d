import { type LinkIndex, type ListColumn, listAt, type Network, NONE, textAt } from '@weft/model';
import type { Router, Routing } from '../router.ts';

/**
 * Corrects one coordinate after the other, a torus dimension by the shorter way round. Half-way round goes +
 * from even coordinates and - from odd ones. Where the wanted link is missing there is no path.
 */
export const dimensionOrder: Router = {
  name: 'dimension-order',
  title: 'Dimension order (torus, mesh, HyperX)',
  refuses,
  route: (network) => (isComplete(network) ? routeComplete(network) : routeGrid(network)),
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

/** A HyperX has several links a direction, a torus or mesh one. */
function isComplete(network: Network): boolean {
  const seen = new Set<number>();
  const { direction, src } = network.links;
  const signs = direction.dictionary.map((name) => /^[+-][a-z]$/.test(name));
  for (let link = 0; link < network.linkCount; link++) {
    const code = direction.codes[link];
    if (code < 0 || !signs[code]) continue;
    const key = src[link] * direction.dictionary.length + code;
    if (seen.has(key)) return true;
    seen.add(key);
  }
  return false;
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
  const step = (vertex: number, target: number): LinkIndex => {
    for (let d = 0; d < dimensions; d++) {
      const from = coord[vertex * dimensions + d];
      const to = coord[target * dimensions + d];
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
  return betweenNodes(network, step);
}

/** Adds the paths of hosts to and from their switch to those between nodes of the grid. */
function betweenNodes(network: Network, step: (vertex: number, target: number) => LinkIndex): Routing {
  const node = Int32Array.from({ length: network.vertexCount }, (_, v) => gridVertex(network, v));
  const { outOffsets, outLinks, inOffsets, inLinks } = network;
  const nextLink = (vertex: number, dest: number): LinkIndex => {
    if (node[vertex] !== vertex) {
      return outOffsets[vertex] < outOffsets[vertex + 1] ? outLinks[outOffsets[vertex]] : NONE;
    }
    const target = node[dest];
    if (target === NONE) return NONE;
    return vertex === target ? inLinks[inOffsets[dest]] : step(vertex, target);
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

/** Dimensions in which all coordinates are connected to each other. */
function routeComplete(network: Network): Routing {
  const sizes = sizesOf(network.vertices.coord);
  const dimensions = sizes.length;
  const coord = denseCoordinates(network, dimensions);
  const starts = sizes.map((_, d) => sizes.slice(0, d).reduce((sum, size) => sum + size, 0));
  const stride = sizes.reduce((sum, size) => sum + size, 0);
  const links = new Int32Array(network.vertexCount * stride).fill(NONE);
  const { src, dst } = network.links;
  const located = (v: number): boolean => listAt(network.vertices.coord, v).length > 0;
  for (let link = 0; link < network.linkCount; link++) {
    if (!located(src[link]) || !located(dst[link])) continue;
    for (let d = 0; d < dimensions; d++) {
      const to = coord[dst[link] * dimensions + d];
      if (to !== coord[src[link] * dimensions + d]) links[src[link] * stride + starts[d] + to] = link;
    }
  }
  return betweenNodes(network, (vertex, target) => {
    for (let d = 0; d < dimensions; d++) {
      const to = coord[target * dimensions + d];
      if (coord[vertex * dimensions + d] !== to) return links[vertex * stride + starts[d] + to];
    }
    return NONE;
  });
}
