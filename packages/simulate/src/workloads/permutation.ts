import { shuffle } from '@weft/model';
import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

/** Rank r sends to r + shift. */
export const shift = defineWorkload({
  name: 'shift',
  title: 'Shift permutation',
  params: z.strictObject({
    shift: z.number().int().positive().default(1),
    bytes: messageBytes.default(65536),
    iterations: turns.default(1),
  }),
  *phases(ranks, { shift: distance, bytes, iterations }) {
    for (let iteration = 0; iteration < iterations; iteration++) {
      const phase = new PhaseBuilder(ranks);
      for (let rank = 0; rank < ranks; rank++) phase.add(rank, (rank + distance) % ranks, bytes);
      yield phase.build({ tag: iteration });
    }
  },
});

/** Each rank sends to one other and gets from one other, drawn anew in each iteration. */
export const randomPermutation = defineWorkload({
  name: 'random-permutation',
  title: 'Random permutation',
  params: z.strictObject({
    bytes: messageBytes.default(65536),
    iterations: turns.default(1),
  }),
  *phases(ranks, { bytes, iterations }, random) {
    for (let iteration = 0; iteration < iterations; iteration++) {
      const targets = shuffle(
        Array.from({ length: ranks }, (_, rank) => rank),
        random,
      );
      const phase = new PhaseBuilder(ranks);
      for (let rank = 0; rank < ranks; rank++) phase.add(rank, targets[rank], bytes);
      yield phase.build({ tag: iteration });
    }
  },
});
