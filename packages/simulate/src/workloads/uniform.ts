import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

/** Each rank sends to other ranks drawn at random, one message after the other. */
export const uniform = defineWorkload({
  name: 'uniform',
  title: 'Uniform random',
  params: z.strictObject({
    messages: turns.default(10).describe('messages each rank sends'),
    bytes: messageBytes.default(65536),
  }),
  refuses: (ranks) => (ranks < 2 ? 'needs at least 2 ranks' : null),
  *phases(ranks, { messages, bytes }, random) {
    for (let m = 0; m < messages; m++) {
      const phase = new PhaseBuilder(ranks);
      for (let src = 0; src < ranks; src++) {
        const other = random.below(ranks - 1);
        phase.add(src, other < src ? other : other + 1, bytes);
      }
      yield phase.build({ tag: m, wait: 'sends' });
    }
  },
});
