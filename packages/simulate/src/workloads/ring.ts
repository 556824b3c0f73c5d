import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { duration, messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

/** A token goes round: each rank sends to the next, `rounds` times. */
export const ring = defineWorkload({
  name: 'ring',
  title: 'Ring',
  params: z.strictObject({
    bytes: messageBytes.default(65536),
    rounds: turns.default(1),
    both: z.boolean().default(false).describe('also to the rank before'),
    compute: duration.default(0),
  }),
  *phases(ranks, { bytes, rounds, both, compute }) {
    for (let round = 0; round < rounds; round++) {
      const phase = new PhaseBuilder(ranks);
      for (let rank = 0; rank < ranks; rank++) {
        phase.add(rank, (rank + 1) % ranks, bytes);
        if (both) phase.add(rank, (rank + ranks - 1) % ranks, bytes);
      }
      yield phase.build({ tag: round, compute });
    }
  },
});
