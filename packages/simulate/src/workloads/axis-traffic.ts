import { z } from 'zod';
import { gridNeighbour, gridStrides, product } from '../grid.ts';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

/**
 * Equal traffic to both neighbours along every axis of a periodic grid, but less along one direction of one axis from
 * every second rank. Column-major, so that rank = a + A b + A B c + ..., as machines number their tori.
 */
export const axisTraffic = defineWorkload({
  name: 'axis-traffic',
  title: 'Axis traffic with an alternating direction',
  params: z.strictObject({
    sides: z.array(z.number().int().min(2)).min(1).max(6),
    bytes: messageBytes.default(1048576),
    lowBytes: messageBytes.default(262144).describe('bytes in the low direction'),
    lowAxis: z.number().int().nonnegative().describe('axis of the low direction, 0 = the first'),
    lowSign: z.union([z.literal(1), z.literal(-1)]).default(1),
    lowRanks: z.enum(['even', 'odd']).default('even'),
    iterations: turns.default(1),
  }),
  refuses: (ranks, { sides, lowAxis }) => {
    if (lowAxis >= sides.length) return `lowAxis is ${lowAxis}, the grid has ${sides.length} axes`;
    return product(sides) === ranks
      ? null
      : `a grid of ${sides.join(' x ')} has ${product(sides)} ranks, the job ${ranks}`;
  },
  *phases(ranks, { sides, bytes, lowBytes, lowAxis, lowSign, lowRanks, iterations }) {
    const strides = gridStrides(sides, 'column-major');
    const parity = lowRanks === 'even' ? 0 : 1;
    for (let iteration = 0; iteration < iterations; iteration++) {
      const phase = new PhaseBuilder(ranks * sides.length * 2);
      for (let rank = 0; rank < ranks; rank++) {
        for (let axis = 0; axis < sides.length; axis++) {
          for (const step of [1, -1] as const) {
            const low = axis === lowAxis && step === lowSign && rank % 2 === parity;
            const to = gridNeighbour(rank, sides[axis], strides[axis], step, true);
            phase.add(rank, to, low ? lowBytes : bytes);
          }
        }
      }
      yield phase.build({ tag: iteration });
    }
  },
});
