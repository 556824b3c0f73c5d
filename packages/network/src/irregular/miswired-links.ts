import type { Network } from '@weft/model';
import { isSwitch, rawLevels } from '../recognise/level-tree.ts';
import { levelBlocks } from './level-blocks.ts';

/** More than this share of a switch's cables in wrong places is another design, not a mistake. */
const LARGEST_WRONG_SHARE = 0.25;

/**
 * Links (one of each cable) between switches of a tree that do not fit: along a level, over a level, or to a switch above
 * that the neighbours of the lower one are not connected to. Only where they are few at both ends.
 */
export function miswiredLinks(network: Network): number[] {
  const level = rawLevels(network);
  const switches = isSwitch(network);
  const blockOf = upperBlocks(network, level);
  const { src, dst, reverse } = network.links;
  const odd: number[] = [];
  for (let link = 0; link < network.linkCount; link++) {
    if (!switches[src[link]] || !switches[dst[link]] || reverse[link] < link) continue;
    const [low, high] =
      level[src[link]] <= level[dst[link]] ? [src[link], dst[link]] : [dst[link], src[link]];
    const fits = level[high] - level[low] === 1 && blockOf.get(low)?.has(high);
    if (!fits) odd.push(link);
  }
  return few(network, odd);
}

function upperBlocks(network: Network, level: Int32Array): Map<number, ReadonlySet<number>> {
  const blockOf = new Map<number, ReadonlySet<number>>();
  const top = level.reduce((a, b) => Math.max(a, b), 0);
  for (let l = 1; l < top; l++) {
    for (const { lower, upper } of levelBlocks(network, level, l)) {
      const set = new Set(upper);
      for (const vertex of lower) blockOf.set(vertex, set);
    }
  }
  return blockOf;
}

function few(network: Network, links: readonly number[]): number[] {
  const counts = new Map<number, number>();
  const { src, dst } = network.links;
  for (const link of links)
    for (const end of [src[link], dst[link]]) counts.set(end, (counts.get(end) ?? 0) + 1);
  const degree = (v: number): number => network.outOffsets[v + 1] - network.outOffsets[v];
  const isFew = (v: number): boolean => counts.get(v)! <= Math.max(1, LARGEST_WRONG_SHARE * degree(v));
  return links.filter((link) => isFew(src[link]) && isFew(dst[link]));
}
