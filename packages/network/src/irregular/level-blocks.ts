import type { Network } from '@weft/model';

/** Switches of one level that share most of their switches above, and those above that most of them share. */
export interface LevelBlock {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** The blocks between a level and the one above it; in an intact tree each is complete. */
export function levelBlocks(network: Network, level: Int32Array, lowerLevel: number): LevelBlock[] {
  const lower = [...network.switches].filter((vertex) => level[vertex] === lowerLevel);
  const above = new Map(lower.map((v) => [v, peersAt(network, level, v, lowerLevel + 1)]));
  const left = new Set(lower.filter((vertex) => above.get(vertex)!.size > 0));
  const blocks: LevelBlock[] = [];
  for (const seed of lower) {
    if (!left.has(seed)) continue;
    const members = similar(network, level, above, seed).filter((vertex) => left.has(vertex));
    for (const vertex of members) left.delete(vertex);
    blocks.push({ lower: members, upper: sharedAbove(above, members) });
  }
  return blocks;
}

function peersAt(network: Network, level: Int32Array, vertex: number, wanted: number): Set<number> {
  const found = new Set<number>();
  for (let at = network.outOffsets[vertex]; at < network.outOffsets[vertex + 1]; at++) {
    const peer = network.links.dst[network.outLinks[at]];
    if (level[peer] === wanted) found.add(peer);
  }
  return found;
}

function similar(
  network: Network,
  level: Int32Array,
  above: ReadonlyMap<number, ReadonlySet<number>>,
  seed: number,
): number[] {
  const own = above.get(seed)!;
  const shared = new Map<number, number>();
  for (const upper of own) {
    for (const other of peersAt(network, level, upper, level[seed])) {
      shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  return [...shared]
    .filter(([other, count]) => 2 * count >= Math.max(own.size, above.get(other)?.size ?? Infinity))
    .map(([other]) => other);
}

function sharedAbove(above: ReadonlyMap<number, ReadonlySet<number>>, members: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const vertex of members)
    for (const upper of above.get(vertex)!) counts.set(upper, (counts.get(upper) ?? 0) + 1);
  return [...counts].filter(([, count]) => 2 * count >= members.length).map(([upper]) => upper);
}
