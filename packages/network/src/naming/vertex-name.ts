import { type LinkIndex, type Network, textAt, type VertexIndex } from '@weft/model';

/** Its name, its GUID where it has no name, or its kind and id; the bare id while the network is not there. */
export function vertexName(network: Network | null, vertex: VertexIndex): string {
  if (!network || vertex < 0 || vertex >= network.vertexCount) return `#${vertex}`;
  const { name, guid, kind } = network.vertices;
  return textAt(name, vertex) ?? textAt(guid, vertex) ?? `${textAt(kind, vertex)} ${vertex}`;
}

/** The names of its two ends. */
export function linkName(network: Network | null, link: LinkIndex): string {
  if (!network || link < 0 || link >= network.linkCount) return `#${link}`;
  const { src, dst } = network.links;
  return `${vertexName(network, src[link])} → ${vertexName(network, dst[link])}`;
}
