import type { Random } from '@weft/model';
import { z } from 'zod';
import { PhaseBuilder } from '../phase-builder.ts';
import { duration, messageBytes } from '../quantity.ts';
import { defineWorkload, type MessagePhase } from '../workload.ts';

/** One step of an adaptive mesh code: who talks, and how much of `bytes` a message carries. */
type AmrStep =
  | { readonly kind: 'one' }
  | { readonly kind: 'spread' }
  | { readonly kind: 'inside'; readonly share: number; readonly uneven: boolean }
  | { readonly kind: 'steady' }
  | { readonly kind: 'all-reduce' };

const one: AmrStep = { kind: 'one' };
const spread: AmrStep = { kind: 'spread' };
const steady: AmrStep = { kind: 'steady' };
const heavy: AmrStep = { kind: 'inside', share: 4, uneven: false };
const light: AmrStep = { kind: 'inside', share: 1, uneven: false };
const calm: AmrStep = { kind: 'inside', share: 0.5, uneven: false };

/** Little refinement: twice pa1 = (one, spread), pa2 = (spread, heavy, light) at t5, t25 and t28, else steady. */
const advection: readonly AmrStep[] = [
  ...[one, spread, one, spread, steady],
  ...[spread, heavy, light],
  ...new Array<AmrStep>(17).fill(steady),
  ...[spread, heavy, light, spread, heavy, light],
  ...new Array<AmrStep>(5).fill(steady),
];

/** Much refinement at first, uneven and fading; from t14 on two calm exchanges and an all-reduce, again and again. */
const polytropic: readonly AmrStep[] = [
  ...Array.from({ length: 14 }, (_, t): AmrStep => ({ kind: 'inside', share: 8 - t / 2, uneven: true })),
  ...Array.from({ length: 6 }, () => [calm, light, { kind: 'all-reduce' } as AmrStep]).flat(),
];

export const amr = defineWorkload({
  name: 'amr',
  title: 'Adaptive mesh refinement',
  params: z.strictObject({
    shape: z.enum(['advection', 'polytropic']),
    communities: z.number().int().positive().default(16).describe('blocks of neighbouring ranks'),
    bytes: messageBytes.default(262144),
    step: duration.default(20e6).describe('compute time before each step'),
  }),
  refuses: (ranks, { communities }) => {
    if (ranks % communities !== 0)
      return `${ranks} ranks are not whole communities, of which there are ${communities}`;
    return ranks / communities < 4 ? 'needs at least 4 ranks in a community' : null;
  },
  *phases(ranks, { shape, communities, bytes, step }, random) {
    const size = ranks / communities;
    for (const [tag, what] of (shape === 'advection' ? advection : polytropic).entries()) {
      yield* stepPhases(what, ranks, size, bytes, tag, step, random);
    }
  },
});

function* stepPhases(
  step: AmrStep,
  ranks: number,
  size: number,
  bytes: number,
  tag: number,
  compute: number,
  random: Random,
): Iterable<MessagePhase> {
  const phase = new PhaseBuilder(ranks * 4);
  const options = { tag, compute, barrier: true };
  switch (step.kind) {
    case 'one':
      phase.add(0, 1, bytes);
      yield phase.build(options);
      return;
    case 'spread':
      for (let to = size; to < ranks; to++) phase.add(to % size, to, Math.ceil(bytes / 16));
      yield phase.build({ ...options, call: 'MPI_Bcast' });
      return;
    case 'inside':
      addInside(
        phase,
        ranks,
        size,
        step.uneven ? unevenShares(ranks / size, step.share, random) : [step.share],
        bytes,
      );
      yield phase.build(options);
      return;
    case 'steady':
      addInside(phase, ranks, size, [0.5], bytes);
      for (let rank = 0; rank < ranks; rank += size)
        phase.add(rank, (rank + size) % ranks, Math.ceil(bytes / 8));
      yield phase.build(options);
      return;
    case 'all-reduce':
      yield* recursiveDoubling(ranks, Math.ceil(bytes / 16), options);
  }
}

/** Each rank with the two before and after it in its community. */
function addInside(
  phase: PhaseBuilder,
  ranks: number,
  size: number,
  shares: readonly number[],
  bytes: number,
): void {
  for (let rank = 0; rank < ranks; rank++) {
    const member = rank % size;
    const first = rank - member;
    const amount = Math.ceil(bytes * shares[(first / size) % shares.length]);
    for (const distance of [1, 2, size - 2, size - 1]) {
      phase.add(rank, first + ((member + distance) % size), amount);
    }
  }
}

/** Refinement sits in some communities: each draws its share anew. */
function unevenShares(communities: number, mean: number, random: Random): number[] {
  return Array.from({ length: communities }, () => Math.max(0.05, mean * -Math.log(1 - random.next())));
}

function* recursiveDoubling(
  ranks: number,
  bytes: number,
  options: { tag: number; compute: number },
): Iterable<MessagePhase> {
  for (let distance = 1; distance < ranks; distance *= 2) {
    const phase = new PhaseBuilder(ranks);
    for (let rank = 0; rank < ranks; rank++) {
      const partner = rank ^ distance;
      if (partner < ranks) phase.add(rank, partner, bytes);
    }
    const first = distance === 1;
    yield phase.build({
      call: 'MPI_Allreduce',
      tag: options.tag,
      compute: first ? options.compute : 0,
      barrier: first,
    });
  }
}
