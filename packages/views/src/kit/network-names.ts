import { type Network, textAt } from '@weft/model';

export function vertexName({ vertices }: Network, vertex: number): string {
  return textAt(vertices.name, vertex) ?? textAt(vertices.guid, vertex) ?? `#${vertex}`;
}

export function linkName(network: Network, link: number): string {
  const { src, dst } = network.links;
  return `${vertexName(network, src[link])} → ${vertexName(network, dst[link])}`;
}
