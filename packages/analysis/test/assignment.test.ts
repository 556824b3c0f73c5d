import { createRandom } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignRows } from '../src/assignment/assign-rows.ts';
import { differenceMatrix } from '../src/assignment/difference-matrix.ts';
import { countCommunities, partitionDifference } from '../src/assignment/partition-difference.ts';
import { clusterCommunities } from '../src/community-clustering/cluster-communities.ts';
import { cutCommunities } from '../src/community-clustering/cut-communities.ts';
import { buildGraph } from '../src/community-clustering/weighted-graph.ts';
import { binarySwap } from './reference/binary-swap.ts';

function cheapest(size: number, costs: ArrayLike<number>, row = 0, used = 0): number {
  if (row === size) return 0;
  let best = Number.POSITIVE_INFINITY;
  for (let column = 0; column < size; column++) {
    if (used & (1 << column)) continue;
    best = Math.min(best, costs[row * size + column] + cheapest(size, costs, row + 1, used | (1 << column)));
  }
  return best;
}

const matrices = fc
  .integer({ min: 0, max: 8 })
  .chain((size) =>
    fc.tuple(
      fc.constant(size),
      fc.oneof(
        fc.array(fc.integer({ min: -3, max: 3 }), { minLength: size * size, maxLength: size * size }),
        fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: size * size, maxLength: size * size }),
      ),
    ),
  );

/** Symmetric differences summed over the best matching, by trying all. */
function differenceSlowly(a: readonly number[], b: readonly number[]): number {
  const size = Math.max(...a, ...b) + 1;
  const costs: number[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) costs.push(a.filter((_, m) => (a[m] === i) !== (b[m] === j)).length);
  }
  return cheapest(size, costs);
}

describe('assignment', () => {
  it('costs as little as the best of all matchings', () => {
    fc.assert(
      fc.property(matrices, ([size, costs]) => {
        const { columns, cost } = assignRows(size, Float64Array.from(costs));
        expect(new Set(columns).size).toBe(size);
        expect(cost + 0).toBe(cheapest(size, costs) + 0);
      }),
      { numRuns: 300 },
    );
  });

  it('proves a large matching best by prices', () => {
    const random = createRandom('prices');
    for (const values of [3, 1e6]) {
      const size = 200;
      const costs = Float64Array.from({ length: size * size }, () => random.below(values));
      const { columns, cost } = assignRows(size, costs);
      expect(new Set(columns).size).toBe(size);
      // No exchange along a cycle lowers the cost: Bellman-Ford over rows finds no negative cycle.
      const potential = new Float64Array(size);
      let changed = true;
      for (let round = 0; round <= size && changed; round++) {
        changed = false;
        for (let i = 0; i < size; i++) {
          for (let j = 0; j < size; j++) {
            const step = costs[i * size + columns[j]] - costs[i * size + columns[i]];
            if (potential[i] + step < potential[j]) {
              potential[j] = potential[i] + step;
              changed = true;
            }
          }
        }
      }
      expect(changed).toBe(false);
      expect(cost).toBe([...columns].reduce((sum, c, row) => sum + costs[row * size + c], 0));
    }
  });
});

describe('difference of partitions', () => {
  const members = fc.integer({ min: 1, max: 10 });
  const partitions = members.chain((n) => {
    const labels = fc.array(fc.nat(5), { minLength: n, maxLength: n });
    return fc.tuple(labels, labels);
  });

  it('is the least sum of symmetric differences, with empty communities as padding', () => {
    fc.assert(
      fc.property(partitions, ([a, b]) => {
        const [x, y] = [Int32Array.from(a), Int32Array.from(b)];
        const value = partitionDifference(x, y, countCommunities(x), countCommunities(y));
        expect(value).toBe(differenceSlowly(a, b));
        expect(partitionDifference(x, x, countCommunities(x), countCommunities(x))).toBe(0);
        expect([...differenceMatrix([x, y, x])]).toEqual([0, value, 0, value, 0, value, 0, value, 0]);
      }),
    );
  });

  it('is twice the number of members that move, so that no more move than there are', () => {
    fc.assert(
      fc.property(partitions, ([a, b]) => {
        const [x, y] = [Int32Array.from(a), Int32Array.from(b)];
        const movers = partitionDifference(x, y, countCommunities(x), countCommunities(y)) / 2;
        expect(Number.isInteger(movers)).toBe(true);
        expect(movers).toBeLessThan(a.length);
      }),
    );
  });

  it('is 8 between any two stages of binary swap on 8 (CG-29)', () => {
    const stages = [0, 1, 2].map((stage) => {
      const edges = binarySwap(8, 1024).filter((edge) => edge.stage === stage);
      const graph = buildGraph(
        8,
        Int32Array.from(edges, (e) => e.src),
        Int32Array.from(edges, (e) => e.dst),
        Float64Array.from(edges, (e) => e.bytes),
      );
      return cutCommunities(clusterCommunities(graph), 4);
    });
    expect([...differenceMatrix(stages)]).toEqual([0, 8, 8, 8, 0, 8, 8, 8, 0]);
  });
});
