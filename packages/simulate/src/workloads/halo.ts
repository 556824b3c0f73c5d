import { z } from 'zod';
import { gridNeighbour, gridSides, gridStrides, product } from '../grid.ts';
import { PhaseBuilder } from '../phase-builder.ts';
import { duration, messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

/** Nearest neighbours on a grid: each rank exchanges with the next rank both ways along each axis. */
export const halo = defineWorkload({
  name: 'halo',
  title: 'Nearest neighbours on a grid',
  params: z.strictObject({
    axes: z.number().int().min(1).max(6).default(3).describe('number of axes where `sides` is left out'),
    sides: z.array(z.number().int().positive()).min(1).max(6).optional().describe('ranks along each axis'),
    periodic: z.boolean().default(false),
    order: z.enum(['row-major', 'column-major']).default('row-major'),
    bytes: messageBytes.default(65536),
    call: z.string().min(1).default('MPI_Isend').describe('the sending call'),
    iterations: turns.default(1),
    compute: duration.default(0).describe('compute time before each exchange'),
  }),
  refuses: (ranks, { sides }) =>
    sides && product(sides) !== ranks
      ? `a grid of ${sides.join(' x ')} has ${product(sides)} ranks, the job ${ranks}`
      : null,
  *phases(ranks, { axes, sides: given, periodic, order, bytes, call, iterations, compute }) {
    const sides = given ?? gridSides(ranks, axes);
    const strides = gridStrides(sides, order);
    for (let iteration = 0; iteration < iterations; iteration++) {
      const phase = new PhaseBuilder(ranks * sides.length * 2);
      for (let rank = 0; rank < ranks; rank++) {
        for (let axis = 0; axis < sides.length; axis++) {
          for (const step of [1, -1] as const) {
            const to = gridNeighbour(rank, sides[axis], strides[axis], step, periodic);
            if (to >= 0) phase.add(rank, to, bytes);
          }
        }
      }
      yield phase.build({ call, tag: iteration, compute });
    }
  },
});
