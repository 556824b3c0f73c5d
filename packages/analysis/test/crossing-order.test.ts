import { createRandom } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterCommunities } from '../src/community-clustering/cluster-communities.ts';
import { cutCommunities } from '../src/community-clustering/cut-communities.ts';
import { buildGraph } from '../src/community-clustering/weighted-graph.ts';
import { countCrossings, countReorderings } from '../src/crossing-order/count-crossings.ts';
import { orderByTree } from '../src/crossing-order/order-by-tree.ts';
import { binarySwap } from './reference/binary-swap.ts';

function crossingsSlowly(
  edges: readonly (readonly [number, number])[],
  positions: readonly number[],
): number {
  let crossings = 0;
  for (const [u1, v1] of edges) {
    for (const [u2, v2] of edges) {
      if (positions[u1] < positions[u2] && positions[v1] > positions[v2]) crossings++;
    }
  }
  return crossings;
}

const columns = (edges: readonly (readonly [number, number])[]) =>
  [Int32Array.from(edges, (e) => e[0]), Int32Array.from(edges, (e) => e[1])] as const;

describe('crossings', () => {
  it('are counted as by looking at all pairs', () => {
    const pair = fc.tuple(fc.nat(9), fc.nat(9));
    const order = fc.shuffledSubarray([...Array(10).keys()], { minLength: 10 });
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 40 }), order, (edges, positions) => {
        expect(countCrossings(...columns(edges), Int32Array.from(positions))).toBe(
          crossingsSlowly(edges, positions),
        );
      }),
    );
  });

  it('of the lines between two columns are the pairs that change places', () => {
    expect(countReorderings(Int32Array.of(0, 1, 2, 3), Int32Array.of(3, 2, 1, 0))).toBe(6);
    expect(countReorderings(Int32Array.of(2, 0, 1), Int32Array.of(2, 0, 1))).toBe(0);
  });

  it('of the last stage of binary swap become the least there can be', () => {
    const edges = binarySwap(16, 1024).filter((edge) => edge.stage === 3);
    const [src, dst] = columns(edges.map((edge) => [edge.src, edge.dst] as const));
    const tree = clusterCommunities(buildGraph(16, src, dst, new Float64Array(16).fill(1)));
    const order = orderByTree(tree, src, dst);
    expect(order.before).toBe(64);
    expect(order.after).toBe(8);
  });

  it('are reduced when neighbours have scattered ranks, and any cut stays in one piece', () => {
    const random = createRandom('ring');
    const names = [...Array(60).keys()].sort(() => random.next() - 0.5);
    const [src, dst] = columns(names.map((name, i) => [name, names[(i + 1) % 60]] as const));
    const tree = clusterCommunities(buildGraph(60, src, dst, new Float64Array(60).fill(1)));
    const { positions, before, after } = orderByTree(tree, src, dst);
    expect(after).toBeLessThan(before / 4);
    for (const count of [1, 4, 9, 60]) {
      const labels = cutCommunities(tree, count);
      const byPlace = new Int32Array(60);
      positions.forEach((place, rank) => {
        byPlace[place] = labels[rank];
      });
      expect(byPlace.filter((label, at) => at === 0 || label !== byPlace[at - 1])).toHaveLength(count);
    }
  });
});
