import { nodeCoordinate, type TorusShape } from '@weft/network';
import type { RankPairs } from './rank-pairs.ts';

/** What the messages of a job put on the links of a torus under one mapping, routed in the order of dimensions. */
export interface MappingScore {
  /** Links a message crosses, on average over messages. */
  readonly meanHops: number;
  /** Bytes over all links together: each message counts on every link of its path. */
  readonly linkBytes: number;
  /** Bytes over the fullest link. */
  readonly mostLoaded: number;
  /** Bytes by direction: +a, -a, +b, ... */
  readonly byDirection: Float64Array;
  /** Messages of ranks without a node, or whose path crosses a missing cable. */
  readonly lost: number;
}

/** `nodes`: the node of each rank, -1 = none. */
export function scoreMapping(shape: TorusShape, pairs: RankPairs, nodes: Int32Array): MappingScore {
  const { directions } = shape;
  const loads = new Float64Array(shape.nodeCount * directions);
  const walk = createWalk(shape);
  const path = new Int32Array(shape.sizes.reduce((sum, size) => sum + size, 0));
  let [hops, routed, lost] = [0, 0, 0];
  for (let pair = 0; pair < pairs.src.length; pair++) {
    const count = pairs.messages[pair];
    const length = walk(nodes[pairs.src[pair]], nodes[pairs.dst[pair]], path);
    if (length < 0) {
      lost += count;
      continue;
    }
    for (let hop = 0; hop < length; hop++) loads[path[hop]] += pairs.bytes[pair];
    hops += length * count;
    routed += count;
  }
  const byDirection = new Float64Array(directions);
  loads.forEach((load, at) => {
    byDirection[at % directions] += load;
  });
  return {
    meanHops: routed > 0 ? hops / routed : 0,
    linkBytes: byDirection.reduce((sum, load) => sum + load, 0),
    mostLoaded: loads.reduce((most, load) => Math.max(most, load), 0),
    byDirection,
    lost,
  };
}

/**
 * Writes the places in `linkAt` of the links from node to node; their number, or -1 where there is no path. A ring is
 * gone by the shorter way; half-way round goes + from even coordinates, as the router does.
 */
export function createWalk(shape: TorusShape): (from: number, to: number, path: Int32Array) => number {
  const { sizes, strides, rings, directions, linkAt } = shape;
  return (from, to, path) => {
    if (from < 0 || to < 0) return -1;
    let node = from;
    let length = 0;
    for (let dimension = 0; dimension < sizes.length; dimension++) {
      const size = sizes[dimension];
      let at = nodeCoordinate(shape, node, dimension);
      const goal = nodeCoordinate(shape, to, dimension);
      while (at !== goal) {
        const plus = goesUp(at, goal, size, rings[dimension]);
        const place = node * directions + 2 * dimension + (plus ? 0 : 1);
        if (linkAt[place] < 0) return -1;
        path[length++] = place;
        const next = (at + (plus ? 1 : size - 1)) % size;
        node += (next - at) * strides[dimension];
        at = next;
      }
    }
    return length;
  };
}

function goesUp(at: number, goal: number, size: number, ring: boolean): boolean {
  if (!ring) return goal > at;
  const ahead = (goal - at + size) % size;
  const behind = size - ahead;
  return ahead === behind ? at % 2 === 0 : ahead < behind;
}
