import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload } from '../workload.ts';

type Pattern = 'transpose' | 'reverse' | 'butterfly' | 'complement' | 'shuffle';

/** Destinations made of the bits of the source: the classical adversaries of a network. */
export const bitPattern = defineWorkload({
  name: 'bit-pattern',
  title: 'Bit pattern',
  params: z.strictObject({
    pattern: z.enum(['transpose', 'reverse', 'butterfly', 'complement', 'shuffle']),
    bytes: messageBytes.default(65536),
    iterations: turns.default(1),
  }),
  refuses: (ranks, { pattern }) => {
    const bits = Math.log2(ranks);
    if (!Number.isInteger(bits) || bits < 1) return `needs a power of two of ranks, not ${ranks}`;
    return pattern === 'transpose' && bits % 2 === 1
      ? `transpose needs an even number of bits, ${ranks} ranks have ${bits}`
      : null;
  },
  *phases(ranks, { pattern, bytes, iterations }) {
    const bits = Math.log2(ranks);
    for (let iteration = 0; iteration < iterations; iteration++) {
      const phase = new PhaseBuilder(ranks);
      for (let rank = 0; rank < ranks; rank++) phase.add(rank, patternTarget(pattern, rank, bits), bytes);
      yield phase.build({ tag: iteration });
    }
  },
});

function patternTarget(pattern: Pattern, rank: number, bits: number): number {
  const mask = (1 << bits) - 1;
  switch (pattern) {
    case 'transpose':
      return ((rank << (bits / 2)) | (rank >> (bits / 2))) & mask;
    case 'reverse':
      return reverseBits(rank, bits);
    case 'butterfly':
      return swapEnds(rank, bits);
    case 'complement':
      return ~rank & mask;
    case 'shuffle':
      return ((rank << 1) | (rank >> (bits - 1))) & mask;
  }
}

function reverseBits(rank: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) if (rank & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
  return reversed;
}

/** Lowest and highest bit change places. */
function swapEnds(rank: number, bits: number): number {
  const low = rank & 1;
  const high = (rank >> (bits - 1)) & 1;
  return low === high ? rank : rank ^ (1 | (1 << (bits - 1)));
}
