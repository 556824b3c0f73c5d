import { batchFromRows, rowsFromBatch, spans } from '@weft/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RowBuffer } from '../src/row-buffer.ts';
import { TimedRowGroups } from '../src/timed-row-groups.ts';

const LIMITS = { together: 10, slotRows: 6, mostSlots: 4 };

interface Span {
  readonly rank: number;
  readonly enter: number;
  readonly call: string;
}

const rowOf = ({ rank, enter, call }: Span) => ({
  job: 0,
  rank,
  call,
  enter,
  exit: enter + 1,
  stream: 0,
  depth: 0,
  kind: 'mpi',
});

/** The row groups that batches of spans become, each as its rows. */
async function groupsOf(batches: readonly (readonly Span[])[], limits = LIMITS): Promise<Span[][]> {
  const groups: Span[][] = [];
  const write = async (buffer: RowBuffer) => {
    const rows = rowsFromBatch(spans, buffer.batch());
    groups.push(
      rows.map(({ rank, enter, call }) => ({ rank: Number(rank), enter: Number(enter), call: String(call) })),
    );
    buffer.clear();
  };
  const timed = new TimedRowGroups(spans, 'enter', limits);
  for (const batch of batches) await timed.add(batchFromRows(spans, batch.map(rowOf)), write);
  await timed.end(write);
  return groups;
}

const inOrder = (rows: readonly Span[]) => rows.map((row) => JSON.stringify(row)).sort();

const span = fc.record({
  rank: fc.nat(5),
  enter: fc.oneof(fc.nat(100), fc.integer({ min: -1, max: 2 ** 40 })),
  call: fc.constantFrom('MPI_Send', 'MPI_Recv', 'MPI_Barrier'),
});

it('any rows come out once, in row groups of bounded size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(span, { maxLength: 40 }), { maxLength: 8 }), async (batches) => {
      const groups = await groupsOf(batches);
      expect(inOrder(groups.flat())).toEqual(inOrder(batches.flat()));
      for (const rows of groups) expect(rows.length).toBeLessThanOrEqual(LIMITS.together);
    }),
  );
});

it('few rows stay as they come', async () => {
  const rows = [30, 10, 20].map((enter) => ({ rank: 0, enter, call: 'MPI_Send' }));
  expect(await groupsOf([rows])).toEqual([rows]);
});

it('a short time is in few row groups of many ranks that come one after the other', async () => {
  const ranks = Array.from({ length: 20 }, (_, rank) =>
    Array.from({ length: 1000 }, (_, at) => ({ rank, enter: at, call: 'MPI_Send' })),
  );
  const groups = await groupsOf(ranks, { together: 500, slotRows: 100, mostSlots: 32 });
  const holding = groups.filter((rows) => rows.some(({ enter }) => enter >= 500 && enter < 510));
  expect(groups.length).toBeGreaterThanOrEqual(200);
  expect(holding.length).toBeLessThanOrEqual(groups.length / 10);
});
