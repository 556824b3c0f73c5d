import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { duration, messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';
import { swapStages } from './swap-stages.ts';

const params = z.strictObject({
  bytes: messageBytes.default(16777216).describe('bytes of the whole image'),
  frames: turns.default(1),
  synchronised: z.boolean().default(true).describe('a barrier before each stage'),
  compute: duration.default(0).describe('blending time before each stage'),
});

/** Image compositing by swaps: in stage s rank i exchanges half of what it holds with i xor 2^s. */
export const binarySwap = defineWorkload({
  name: 'binary-swap',
  title: 'Binary swap',
  params,
  refuses: (ranks) =>
    Number.isInteger(Math.log2(ranks)) ? null : `needs a power of two of ranks, not ${ranks}`,
  *phases(ranks, { bytes, frames, synchronised, compute }) {
    const stages = Math.log2(ranks);
    for (let frame = 0; frame < frames; frame++) {
      let rest = bytes;
      for (let stage = 0; stage < stages; stage++) {
        rest = Math.max(1, Math.floor(rest / 2));
        const phase = new PhaseBuilder(ranks);
        for (let rank = 0; rank < ranks; rank++) phase.add(rank, rank ^ (1 << stage), rest);
        yield phase.build({ tag: stage, barrier: synchronised, compute });
      }
    }
  },
});

/** Compositing for any number of ranks in floor(log2 N) stages of groups of two or three. */
export const twoThreeSwap = defineWorkload({
  name: 'two-three-swap',
  title: '2-3 swap',
  params,
  *phases(ranks, { bytes, frames, synchronised, compute }) {
    for (let frame = 0; frame < frames; frame++) {
      let stage = 0;
      for (const phase of swapStages(ranks, bytes)) {
        yield phase.build({ tag: stage++, barrier: synchronised, compute });
      }
    }
  },
});
