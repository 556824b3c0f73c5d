import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

/** The first rank of each group of neighbours gets a message from every other of its group, or sends them one. */
export const gather = defineWorkload({
  name: 'gather',
  title: 'Gather to, or scatter from, the first of each group',
  params: z.strictObject({
    group: z.number().int().min(2).optional().describe('ranks of a group; all ranks where left out'),
    scatter: z.boolean().default(false),
    bytes: messageBytes.default(65536),
    iterations: turns.default(1),
  }),
  *phases(ranks, { group = ranks, scatter, bytes, iterations }) {
    for (let iteration = 0; iteration < iterations; iteration++) {
      const phase = new PhaseBuilder(ranks);
      for (let rank = 0; rank < ranks; rank++) {
        const first = rank - (rank % group);
        if (scatter) phase.add(first, rank, bytes);
        else phase.add(rank, first, bytes);
      }
      yield phase.build({ call: scatter ? 'MPI_Scatter' : 'MPI_Gather', tag: iteration });
    }
  },
});
