import { NONE } from '@weft/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RankProgram } from '../src/engine/rank-program.ts';
import { PhaseBuilder } from '../src/phase-builder.ts';
import type { MessagePhase } from '../src/workload.ts';
import { plain, runJobs } from './run-messages.ts';
import { minHopFabric, star } from './tiny-networks.ts';

const RANKS = 5;
const fabric = minHopFabric(star(RANKS));
const rank = fc.integer({ min: 0, max: RANKS - 1 });

const phases = fc.array(
  fc.record({
    wait: fc.constantFrom('both' as const, 'sends' as const, 'receives' as const),
    compute: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: RANKS, maxLength: RANKS }),
    messages: fc.array(fc.tuple(rank, rank, fc.integer({ min: 1, max: 5000 })), { maxLength: 8 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** The same program with steps of its own for each rank: step p of rank r has the number r * phases + p. */
function byRanks(given: readonly MessagePhase[]): RankProgram {
  const count = RANKS * given.length;
  const all = given.flatMap(({ src, dst, bytes, wait }, phase) =>
    Array.from(src, (from, m) => ({ phase, wait, src: from, dst: dst[m], bytes: bytes[m] })),
  );
  const stepOf = (own: number, phase: number) => own * given.length + phase;
  const sends = new Int32Array(count + 1);
  const order = Array.from(all.keys()).sort(
    (a, b) => stepOf(all[a].src, all[a].phase) - stepOf(all[b].src, all[b].phase) || a - b,
  );
  for (const { src, phase } of all) sends[stepOf(src, phase) + 1]++;
  for (let step = 0; step < count; step++) sends[step + 1] += sends[step];
  const column = (of: (message: (typeof all)[number]) => number) => Int32Array.from(all, of);
  const batch = {
    src: column(({ src }) => src),
    dst: column(({ dst }) => dst),
    bytes: Float64Array.from(all, ({ bytes }) => bytes),
    tag: 0,
    call: 'MPI_Isend',
  };
  return {
    offsets: Int32Array.from({ length: RANKS + 1 }, (_, own) => own * given.length),
    compute: Float64Array.from({ length: count }, (_, step) => {
      const { compute } = given[step % given.length];
      return compute[Math.floor(step / given.length)];
    }),
    sends,
    order: Int32Array.from(order),
    batches: [batch],
    batchOf: new Int32Array(all.length),
    receivedIn: column(({ dst, phase, wait }) => (wait === 'sends' ? NONE : stepOf(dst, phase))),
    heldIn: column(({ src, phase, wait }) => (wait === 'receives' ? NONE : stepOf(src, phase))),
    joins: new Int32Array(count).fill(NONE),
    awaits: new Int32Array(count).fill(NONE),
    gatherings: new Int32Array(),
  };
}

test('ranks with steps of their own run as the phases they were made of', async () => {
  await fc.assert(
    fc.asyncProperty(phases, async (given) => {
      const built = given.map(({ messages, compute, wait }) => {
        const phase = new PhaseBuilder();
        for (const [src, dst, bytes] of messages) phase.add(src, dst, bytes);
        return phase.build({ wait, compute: Float64Array.from(compute) });
      });
      const job = { name: 'a', user: null, ranks: RANKS, hosts: fabric.network.hosts, start: 0, after: [] };
      const phased = await runJobs(fabric, [{ ...job, phases: () => built }], plain);
      const ranked = await runJobs(fabric, [{ ...job, phases: () => built, program: byRanks(built) }], plain);
      expect(ranked.ends).toEqual(phased.ends);
      expect(ranked.totals).toEqual(phased.totals);
    }),
    { numRuns: 60 },
  );
});

test('a gathering lets its ranks go when the last of them has come', async () => {
  const program: RankProgram = {
    offsets: Int32Array.of(0, 2, 4),
    compute: Float64Array.of(10, 5, 70, 1),
    sends: new Int32Array(5),
    order: new Int32Array(),
    batches: [],
    batchOf: new Int32Array(),
    receivedIn: new Int32Array(),
    heldIn: new Int32Array(),
    joins: Int32Array.of(0, NONE, 0, NONE),
    awaits: Int32Array.of(0, NONE, 0, NONE),
    gatherings: Int32Array.of(2),
  };
  const job = { name: 'a', user: null, ranks: 2, hosts: fabric.network.hosts, start: 0, after: [] };
  const { ends } = await runJobs(fabric, [{ ...job, phases: () => [], program }], plain);
  expect(ends).toEqual(Float64Array.of(75_000));
});
