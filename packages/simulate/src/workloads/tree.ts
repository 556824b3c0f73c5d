import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload, type MessagePhase } from '../workload.ts';

/** Binomial tree from rank 0: broadcast down, reduce up, or reduce and then broadcast. */
export const tree = defineWorkload({
  name: 'tree',
  title: 'Tree broadcast and reduce',
  params: z.strictObject({
    operation: z.enum(['broadcast', 'reduce', 'all-reduce']).default('broadcast'),
    bytes: messageBytes.default(65536),
    iterations: turns.default(1),
  }),
  *phases(ranks, { operation, bytes, iterations }) {
    for (let iteration = 0; iteration < iterations; iteration++) {
      if (operation !== 'broadcast') yield* reducePhases(ranks, bytes);
      if (operation !== 'reduce') yield* broadcastPhases(ranks, bytes);
    }
  },
});

function* broadcastPhases(ranks: number, bytes: number): Iterable<MessagePhase> {
  for (let step = 0, reach = 1; reach < ranks; step++, reach *= 2) {
    const phase = new PhaseBuilder(reach);
    for (let rank = 0; rank < reach && rank + reach < ranks; rank++) phase.add(rank, rank + reach, bytes);
    yield phase.build({ call: 'MPI_Bcast', tag: step });
  }
}

function* reducePhases(ranks: number, bytes: number): Iterable<MessagePhase> {
  for (let step = Math.ceil(Math.log2(ranks)) - 1; step >= 0; step--) {
    const reach = 2 ** step;
    const phase = new PhaseBuilder(reach);
    for (let rank = 0; rank < reach && rank + reach < ranks; rank++) phase.add(rank + reach, rank, bytes);
    yield phase.build({ call: 'MPI_Reduce', tag: step });
  }
}
