import { type Network, textAt } from '@weft/model';

/** The last link of every way to a host. */
export function entersHost({ vertices, links }: Network, link: number): boolean {
  const isSwitch = (vertex: number) => textAt(vertices.kind, vertex) === 'switch';
  return isSwitch(links.src[link]) && !isSwitch(links.dst[link]);
}
