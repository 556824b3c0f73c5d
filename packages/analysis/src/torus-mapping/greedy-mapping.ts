import { nodeCoordinate, type TorusShape } from '@weft/network';
import type { RankPairs } from './rank-pairs.ts';
import { heaviestPartners, type Partners } from './rank-partners.ts';

/** Ranks times nodes, beyond which the search for the best node takes too long. */
const MOST_WORK = 2 ** 25;

/**
 * Places the rank that exchanges most with those placed so far, on the free node that lets its bytes cross the fewest
 * links. Null where ranks times nodes are too many.
 */
export function greedyMapping(shape: TorusShape, pairs: RankPairs, ranksPerNode: number): Int32Array | null {
  const { ranks } = pairs;
  if (ranks * shape.nodeCount > MOST_WORK) return null;
  const partners = heaviestPartners(pairs);
  const distance = createDistance(shape);
  const room = Int32Array.from(shape.vertexAt, (vertex) => (vertex < 0 ? 0 : ranksPerNode));
  const nodes = new Int32Array(ranks).fill(-1);
  const pull = new Float64Array(ranks);
  for (let placed = 0; placed < ranks; placed++) {
    const rank = strongest(pull, nodes, partners);
    const node = bestNode(rank, partners[rank], nodes, room, distance);
    if (node < 0) break;
    nodes[rank] = node;
    room[node]--;
    partners[rank].ranks.forEach((other, at) => {
      pull[other] += partners[rank].bytes[at];
    });
  }
  return nodes;
}

function strongest(pull: Float64Array, nodes: Int32Array, partners: readonly Partners[]): number {
  let best = -1;
  for (let rank = 0; rank < nodes.length; rank++) {
    if (nodes[rank] >= 0) continue;
    if (best < 0 || pull[rank] > pull[best] || (pull[rank] === pull[best] && weight(rank) > weight(best))) {
      best = rank;
    }
  }
  return best;

  function weight(rank: number): number {
    return partners[rank].bytes[0] ?? 0;
  }
}

function bestNode(
  rank: number,
  partners: Partners,
  nodes: Int32Array,
  room: Int32Array,
  distance: (a: number, b: number) => number,
): number {
  const near = partners.ranks.flatMap((other, at) =>
    nodes[other] >= 0 && other !== rank ? [{ node: nodes[other], bytes: partners.bytes[at] }] : [],
  );
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let node = 0; node < room.length; node++) {
    if (room[node] === 0) continue;
    let cost = 0;
    for (let at = 0; at < near.length && cost < least; at++) {
      cost += near[at].bytes * distance(node, near[at].node);
    }
    if (cost < least) {
      least = cost;
      best = node;
    }
  }
  return best;
}

function createDistance(shape: TorusShape): (a: number, b: number) => number {
  const { sizes, rings, nodeCount } = shape;
  const coordinates = sizes.map((_, dimension) =>
    Int32Array.from({ length: nodeCount }, (_, node) => nodeCoordinate(shape, node, dimension)),
  );
  return (a, b) => {
    let sum = 0;
    for (let dimension = 0; dimension < sizes.length; dimension++) {
      const apart = Math.abs(coordinates[dimension][a] - coordinates[dimension][b]);
      sum += rings[dimension] ? Math.min(apart, sizes[dimension] - apart) : apart;
    }
    return sum;
  };
}
