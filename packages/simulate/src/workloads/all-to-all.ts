import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

/**
 * Every rank to every other of its group, in steps: in step s the member m sends to m + s. A group has `group` ranks
 * `stride` apart; on a grid of rows, stride 1 makes rows and stride = row length makes columns.
 */
export const allToAll = defineWorkload({
  name: 'all-to-all',
  title: 'All to all',
  params: z.strictObject({
    bytes: messageBytes.default(4096),
    iterations: turns.default(1),
    group: z.number().int().min(2).optional().describe('ranks of a group; all ranks where left out'),
    stride: z.number().int().positive().default(1).describe('distance of the ranks of a group'),
  }),
  refuses: (ranks, { group = ranks, stride }) =>
    ranks % (group * stride) === 0
      ? null
      : `${ranks} ranks are not whole groups of ${group} with stride ${stride}`,
  *phases(ranks, { bytes, iterations, group = ranks, stride }) {
    const member = Int32Array.from({ length: ranks }, (_, rank) => Math.floor(rank / stride) % group);
    for (let iteration = 0; iteration < iterations; iteration++) {
      for (let step = 1; step < group; step++) {
        const phase = new PhaseBuilder(ranks);
        for (let rank = 0; rank < ranks; rank++) {
          const ahead = member[rank] + step < group ? step : step - group;
          phase.add(rank, rank + ahead * stride, bytes);
        }
        yield phase.build({ call: 'MPI_Alltoall', tag: step });
      }
    }
  },
});
