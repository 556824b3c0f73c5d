import { createRandom, shuffle } from '@weft/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { HostDistances } from '../../src/advise/host-distances.ts';
import { nodeTraffic } from '../../src/advise/node-traffic.ts';
import { greedyOrder, improveBySwaps, orderCost } from '../../src/advise/order-nodes.ts';

const NODES = 8;

/** Hosts on a line; nodes that send to each other as drawn. */
function problem(seed: number) {
  const random = createRandom(seed);
  const pairs = Array.from({ length: 14 }, () => [random.below(NODES), random.below(NODES)]);
  const step = {
    src: Int32Array.from(pairs, ([a]) => a),
    dst: Int32Array.from(pairs, ([, b]) => b),
    bytes: Float64Array.from(pairs, () => 1 + random.below(100)),
    call: 'MPI_Send',
    tag: 0,
    compute: Float64Array.of(0),
    barrier: false,
    wait: 'both' as const,
  };
  const hosts = Int32Array.from({ length: NODES }, (_, host) => host);
  const links = Float64Array.from({ length: NODES * NODES }, (_, at) =>
    Math.abs(Math.floor(at / NODES) - (at % NODES)),
  );
  return {
    step,
    traffic: nodeTraffic({ ranks: NODES, steps: [step] }, 1),
    distances: { hosts, links } satisfies HostDistances,
  };
}

it('counts bytes times links as message by message, and never makes it worse by swaps', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { step, traffic, distances } = problem(seed);
      const start = Int32Array.from(shuffle([...Array(NODES).keys()], createRandom(seed)));
      const plain = (order: Int32Array) =>
        step.src.reduce(
          (sum, from, m) => sum + step.bytes[m] * Math.abs(order[from] - order[step.dst[m]]),
          0,
        );
      const better = improveBySwaps(traffic, distances, start);
      expect(orderCost(traffic, distances, start)).toBeCloseTo(plain(start), 6);
      expect(plain(better)).toBeLessThanOrEqual(plain(start));
      expect([...better].sort()).toEqual([...Array(NODES).keys()]);
      expect([...greedyOrder(traffic, distances)].sort()).toEqual([...Array(NODES).keys()]);
      for (let a = 0; a < NODES; a++) {
        for (let b = 0; b < a; b++) {
          const swapped = better.slice();
          [swapped[a], swapped[b]] = [better[b], better[a]];
          expect(plain(swapped)).toBeGreaterThanOrEqual(plain(better) - 1e-6);
        }
      }
    }),
    { numRuns: 60 },
  );
});
