import type { Network } from '@weft/model';
import type { Cable } from './change.ts';

export function cableOf({ src, src_port, dst, dst_port }: Network['links'], link: number): Cable {
  return { from: src[link], fromPort: src_port[link], to: dst[link], toPort: dst_port[link] };
}

export function cableKey({ from, fromPort, to, toPort }: Cable): string {
  return `${from}:${fromPort} ${to}:${toPort}`;
}

/** Links by their ends and ports. */
export function linkKeys({ links, linkCount }: Network): Map<string, number> {
  return new Map(Array.from({ length: linkCount }, (_, link) => [cableKey(cableOf(links, link)), link]));
}

/** Cables that a network lacks, as links of the intact one: of each cable the one with the lower id. */
export function missingLinks({ links }: Network, actual: Network): number[] {
  const there = linkKeys(actual);
  const isFirst = (link: number) => links.reverse[link] < 0 || links.reverse[link] > link;
  return [...links.id].filter((link) => isFirst(link) && !there.has(cableKey(cableOf(links, link))));
}
