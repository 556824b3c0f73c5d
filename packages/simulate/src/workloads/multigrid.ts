import { z } from 'zod';
import { gridNeighbour, gridSides, gridStrides } from '../grid.ts';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload, type MessagePhase } from '../workload.ts';

/** V-cycles on a 3-D grid: on level l only each 2^l-th rank along an axis works, with an eighth of the data. */
export const multigrid = defineWorkload({
  name: 'multigrid',
  title: 'Multigrid V-cycles',
  params: z.strictObject({
    bytes: messageBytes.default(262144).describe('bytes to each neighbour on the finest level'),
    cycles: turns.default(1),
  }),
  *phases(ranks, { bytes, cycles }) {
    const sides = gridSides(ranks, 3);
    const levels = Math.max(1, Math.floor(Math.log2(sides[0])) + 1);
    for (let cycle = 0; cycle < cycles; cycle++) {
      for (let level = 0; level < levels; level++) yield levelPhase(sides, level, bytes);
      for (let level = levels - 2; level >= 0; level--) yield levelPhase(sides, level, bytes);
    }
  },
});

function levelPhase(sides: readonly number[], level: number, bytes: number): MessagePhase {
  const step = 2 ** level;
  const coarse = sides.map((side) => Math.ceil(side / step));
  const strides = gridStrides(coarse, 'row-major');
  const fine = gridStrides(sides, 'row-major');
  const cells = coarse.reduce((all, side) => all * side, 1);
  const rankOf = (cell: number): number =>
    coarse.reduce(
      (rank, side, axis) => rank + (Math.floor(cell / strides[axis]) % side) * step * fine[axis],
      0,
    );
  const phase = new PhaseBuilder(cells * 6);
  const amount = Math.max(1, Math.floor(bytes / 4 ** level));
  for (let cell = 0; cell < cells; cell++) {
    for (let axis = 0; axis < 3; axis++) {
      for (const way of [1, -1] as const) {
        const to = gridNeighbour(cell, coarse[axis], strides[axis], way, false);
        if (to >= 0) phase.add(rankOf(cell), rankOf(to), amount);
      }
    }
  }
  return phase.build({ tag: level });
}
