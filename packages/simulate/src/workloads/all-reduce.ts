import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { messageBytes, turns } from '../quantity.ts';
import { defineWorkload, type MessagePhase } from '../workload.ts';

/** All-reduce the way GPU libraries do it: a ring in 2 (N - 1) steps, or two mirrored binary trees in chunks. */
export const allReduce = defineWorkload({
  name: 'all-reduce',
  title: 'Ring or tree all-reduce',
  params: z.strictObject({
    algorithm: z.enum(['ring', 'tree']).default('ring'),
    bytes: messageBytes.default(67108864).describe('bytes of the buffer of each rank'),
    chunks: turns.default(8).describe('pipelined pieces of the tree'),
    iterations: turns.default(1),
  }),
  refuses: (ranks) => (ranks < 2 ? 'needs at least 2 ranks' : null),
  *phases(ranks, { algorithm, bytes, chunks, iterations }) {
    for (let iteration = 0; iteration < iterations; iteration++) {
      if (algorithm === 'ring') yield* ringSteps(ranks, bytes);
      else yield* treeSteps(ranks, bytes, chunks);
    }
  },
});

/** Step s: rank r passes piece r - s on; N - 1 steps reduce, N - 1 more gather. */
function* ringSteps(ranks: number, bytes: number): Iterable<MessagePhase> {
  for (let step = 0; step < 2 * (ranks - 1); step++) {
    const phase = new PhaseBuilder(ranks);
    for (let rank = 0; rank < ranks; rank++) {
      const piece = (((rank - step) % ranks) + ranks) % ranks;
      phase.add(rank, (rank + 1) % ranks, pieceBytes(bytes, ranks, piece));
    }
    yield phase.build({ call: 'ncclAllReduce', tag: step });
  }
}

function pieceBytes(bytes: number, pieces: number, piece: number): number {
  return Math.floor((bytes * (piece + 1)) / pieces) - Math.floor((bytes * piece) / pieces);
}

/** Heap-shaped trees over ranks 0 .. N - 1 and over the same ranks reversed, each for half of the buffer. */
function* treeSteps(ranks: number, bytes: number, chunks: number): Iterable<MessagePhase> {
  const depth = Math.floor(Math.log2(ranks));
  const halves = [Math.ceil(bytes / 2), Math.floor(bytes / 2)];
  for (const up of [true, false]) {
    for (let step = 0; step < depth + chunks - 1; step++) {
      const phase = new PhaseBuilder(ranks);
      for (let node = 1; node < ranks; node++) {
        const level = Math.floor(Math.log2(node + 1));
        const chunk = step - (up ? depth - level : level - 1);
        if (chunk < 0 || chunk >= chunks) continue;
        const parent = (node - 1) >> 1;
        halves.forEach((half, mirrored) => {
          const child = mirrored ? ranks - 1 - node : node;
          const above = mirrored ? ranks - 1 - parent : parent;
          phase.add(up ? child : above, up ? above : child, pieceBytes(half, chunks, chunk));
        });
      }
      yield phase.build({ call: 'ncclAllReduce', tag: step });
    }
  }
}
