import { nodeCoordinate, type TorusShape } from '@weft/network';
import { cutRanks } from './cut-ranks.ts';
import type { RankPairs } from './rank-pairs.ts';
import { heaviestPartners } from './rank-partners.ts';

/** Beyond so many ranks the cuts take too long. */
const MOST_RANKS = 1 << 14;

/**
 * Halves the nodes across their longest dimension and the ranks so that few bytes go from half to half, again and again
 * down to single nodes. Null where ranks are too many.
 */
export function bisectionMapping(
  shape: TorusShape,
  pairs: RankPairs,
  ranksPerNode: number,
): Int32Array | null {
  if (pairs.ranks > MOST_RANKS) return null;
  const partners = heaviestPartners(pairs);
  const places = new Int32Array(pairs.ranks).fill(-1);
  const split = (nodes: readonly number[], ranks: readonly number[]): void => {
    if (nodes.length <= 1 || ranks.length === 0) {
      for (const rank of ranks) places[rank] = nodes[0] ?? -1;
      return;
    }
    const [low, high] = halveNodes(shape, nodes);
    const [first, second] = cutRanks(ranks, sizeOfFirst(ranks, low, high, ranksPerNode), partners);
    split(low, first);
    split(high, second);
  };
  const nodes = Array.from(shape.vertexAt.keys()).filter((node) => shape.vertexAt[node] >= 0);
  const room = nodes.length * ranksPerNode;
  split(
    nodes,
    Array.from({ length: Math.min(pairs.ranks, room) }, (_, rank) => rank),
  );
  return places;
}

/** Ranks are shared out by the room there is, and neither half gets more than it has. */
function sizeOfFirst(
  ranks: readonly number[],
  low: readonly number[],
  high: readonly number[],
  ranksPerNode: number,
): number {
  const even = Math.round((ranks.length * low.length) / (low.length + high.length));
  const least = ranks.length - high.length * ranksPerNode;
  return Math.min(low.length * ranksPerNode, Math.max(least, even));
}

/** Nodes below and from the middle of the dimension in which they reach farthest. */
function halveNodes(shape: TorusShape, nodes: readonly number[]): [number[], number[]] {
  const values = shape.sizes.map((_, dimension) =>
    [...new Set(nodes.map((node) => nodeCoordinate(shape, node, dimension)))].sort((a, b) => a - b),
  );
  const longest = values.reduce((best, own, at) => (own.length > values[best].length ? at : best), 0);
  const middle = values[longest][values[longest].length >> 1];
  const isLow = (node: number) => nodeCoordinate(shape, node, longest) < middle;
  return [nodes.filter(isLow), nodes.filter((node) => !isLow(node))];
}
