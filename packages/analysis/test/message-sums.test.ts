import { batchFromRows, messages as messagesTable, NONE } from '@weft/model';
import { MessageSums } from '@weft/parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCommgramModel } from '../src/commgram/commgram-model.ts';
import { modelOfFrames } from '../src/commgram/commgram-model-analysis.ts';
import { commgramModel, matrixTiles } from '../src/index.ts';
import { messageBatch, representativeTimes } from '../src/queries/message-batches.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const RANKS = 12;
const time = fc.option(fc.nat(300_000), { nil: NONE, freq: 8 });
const message = fc.record({
  src: fc.integer({ min: NONE, max: RANKS - 1 }),
  dst: fc.integer({ min: NONE, max: RANKS - 1 }),
  bytes: fc.nat(1000),
  count: fc.integer({ min: 1, max: 5 }),
  send_start: time,
  send_end: time,
  recv_start: time,
  recv_end: time,
});
const list = fc.array(message, { minLength: 1, maxLength: 60 });
const limits = fc.record({ bins: fc.constantFrom(4, 16, 64), rows: fc.constantFrom(200, 1000) });

type Message = typeof message extends fc.Arbitrary<infer M> ? M : never;

function batchOf(messages: readonly Message[], job = 0) {
  const rest = { job, tag: 0, comm: 0, call: 'MPI_Send' };
  return batchFromRows(
    messagesTable,
    messages.map((own, id) => ({ id, ...rest, ...own })),
  );
}

/** As a reader gives them: a few at a time. */
function sumsOf(messages: readonly Message[], most?: { bins: number; rows: number }) {
  const sums = new MessageSums(most);
  for (let at = 0; at < messages.length; at += 7) sums.add(batchOf(messages.slice(at, at + 7)));
  return sums;
}

describe('sums over messages', () => {
  it('give the matrix that the messages give', async () => {
    await fc.assert(
      fc.asyncProperty(list, limits, async (messages, most) => {
        const tables = { messages: batchOf(messages), message_sums: sumsOf(messages, most).batch() };
        const params = { job: 0, cells: 16, top: 20 };
        const exact = await runAnalysis(matrixTiles, tables, params);
        expect(await runAnalysis(matrixTiles, tables, { ...params, reading: 'sums' })).toEqual(exact);
      }),
      { numRuns: 50 },
    );
  });

  it('give the phases that the messages give when each is put in the middle of its bin', async () => {
    await fc.assert(
      fc.asyncProperty(list, limits, fc.integer({ min: 1, max: 9 }), async (messages, most, atoms) => {
        const sums = sumsOf(messages, most).batch();
        const frames = await runAnalysis(
          commgramModel,
          { message_sums: sums },
          { job: 0, atoms, reading: 'sums' },
        );
        const found = modelOfFrames(frames);
        const bin = sums.columns.length[0] ?? 1;
        const known = messages.filter(({ src, dst }) => src >= 0 && dst >= 0);
        const batch = messageBatch(batchOf(known));
        const middles = representativeTimes(batch).map((at) => (Math.floor(at / bin) + 0.5) * bin);
        const options = { rule: 'unweighted' as const, atoms, exactLimit: 0, bins: 1 << 14 };
        expect(found).toEqual(await buildCommgramModel(() => [{ ...batch, time: middles }], options));
      }),
      { numRuns: 50 },
    );
  });

  it('make bins longer where rows are too many, and give up where pairs are or jobs are several', () => {
    const ring = (ranks: number): Message[] =>
      Array.from({ length: ranks * 50 }, (_, at) => ({
        src: at % ranks,
        dst: (at + 1) % ranks,
        bytes: 8,
        count: 1,
        send_start: at * 1000,
        send_end: at * 1000,
        recv_start: at * 1000,
        recv_end: at * 1000,
      }));
    const few = sumsOf(ring(10), { bins: 64, rows: 40 });
    const { rows, columns } = few.batch();
    expect([few.gaveUp, rows <= 40]).toEqual([false, true]);
    expect(columns.count.reduce((sum, count) => sum + count, 0)).toBe(500);
    const many = sumsOf(ring(50), { bins: 64, rows: 40 });
    expect([many.gaveUp, many.batch().rows]).toEqual([true, 0]);
    const jobs = sumsOf(ring(10));
    jobs.add(batchOf(ring(10), 1));
    expect(jobs.gaveUp).toBe(true);
  });

  it('are not read for a part of the run or for some calls', () => {
    const tablesOf = (choice: object) =>
      Object.entries(matrixTiles.needs(matrixTiles.params.parse({ reading: 'sums', ...choice })))
        .filter(([, query]) => query !== undefined)
        .map(([name]) => name);
    expect(tablesOf({})).toEqual(['sums', 'ranks', 'vertices']);
    for (const choice of [{ time: [0, 5] }, { calls: ['MPI_Send'] }])
      expect(tablesOf(choice)).toContain('pairs');
    expect(tablesOf({ measure: 'waiting' })).toContain('messages');
  });
});
