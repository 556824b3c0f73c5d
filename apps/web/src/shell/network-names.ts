import { type Network, textAt } from '@weft/model';

export function vertexName(network: Network | null, vertex: number): string {
  if (!network) return `#${vertex}`;
  return textAt(network.vertices.name, vertex) ?? textAt(network.vertices.guid, vertex) ?? `#${vertex}`;
}

export function linkName(network: Network | null, link: number): string {
  if (!network || link >= network.linkCount) return `#${link}`;
  return `${vertexName(network, network.links.src[link])} → ${vertexName(network, network.links.dst[link])}`;
}
