import { join } from 'node:path';
import { batchFromRows, type Frame, type SumQuery, tables, textAt, valueAt } from '@weft/model';
import { createDataset, openDataset } from '@weft/store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from './sample-dataset.ts';

const folder = temporaryFolder();
const span = fc
  .record({
    rank: fc.nat(9),
    call: fc.constantFrom('MPI_Recv', 'MPI_Send', 'a', 'main'),
    enter: fc.nat(120),
    length: fc.nat(60),
  })
  .map(({ length, ...at }) => ({ ...at, job: 0, exit: at.enter + length }));
type Span = { readonly rank: number; readonly call: string; readonly enter: number; readonly exit: number };

const RANKS = { from: 2, width: 2, blocks: 3 };
const TIMES = { from: 16, width: 8, blocks: 9 };
const query: SumQuery<'spans', 'rank' | 'enter' | 'call', 'lasting', never> = {
  table: 'spans',
  by: ['rank', 'enter', 'call'],
  blocks: { rank: RANKS, enter: TIMES },
  sums: ['lasting'],
  lasting: { from: 'enter', to: 'exit' },
  foremost: 'call',
  most: ['lasting'],
  where: [
    { op: 'range', column: 'rank', from: 2, to: 8 },
    { op: 'in', column: 'call', values: ['MPI_Recv', 'MPI_Send', 'a'] },
  ],
};

/** Nanosecond by nanosecond: block of ranks, block of time, the call that took most of it, the time of all calls and of it. */
function drawSlowly(spans: readonly Span[]): string[] {
  const cells = new Map<string, Map<string, number>>();
  for (const { rank, call, enter, exit } of spans) {
    if (rank < 2 || rank >= 8 || call === 'main') continue;
    for (let time = enter; time < exit; time++) {
      const block = Math.floor((time - TIMES.from) / TIMES.width);
      if (block < 0 || block >= TIMES.blocks) continue;
      const key = `${Math.floor((rank - RANKS.from) / RANKS.width)} ${block}`;
      const calls = cells.get(key) ?? new Map<string, number>();
      cells.set(key, calls.set(call, (calls.get(call) ?? 0) + 1));
    }
  }
  return [...cells].map(([key, calls]) => {
    const [[foremost, most]] = [...calls].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return `${key} ${foremost} ${[...calls.values()].reduce((sum, time) => sum + time, 0)} ${most}`;
  });
}

function numberAt(columns: Frame['columns'], name: string, row: number): unknown {
  return valueAt(columns[name], row);
}

let count = 0;
test('time in blocks, and the call with most of it, is that of a loop over nanoseconds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(span, { maxLength: 60 }), async (spans) => {
      const path = join(folder, `${count++}.weft`);
      const writer = await createDataset(path);
      await writer.write('spans', batchFromRows(tables.spans, spans));
      await writer.finish({ title: 'random' });
      const dataset = await openDataset(path, { threads: 1 });
      const { rows, columns } = await dataset.read(query);
      await dataset.close();
      const found = Array.from({ length: rows }, (_, row) => {
        const cell = `${columns.rank[row]} ${columns.enter[row]} ${textAt(columns.call, row)}`;
        return `${cell} ${columns.lasting[row]} ${numberAt(columns, 'most_lasting', row)}`;
      });
      expect(found.sort()).toEqual(drawSlowly(spans).sort());
    }),
    { numRuns: 15, seed: 7 },
  );
});

test('of the foremost no other values are told', async () => {
  const path = join(folder, 'other.weft');
  await (await createDataset(path)).finish({ title: 'none' });
  const dataset = await openDataset(path);
  await expect(dataset.read({ ...query, most: ['exit'] })).rejects.toMatchObject({ code: 'BAD-QUERY' });
  await expect(dataset.read({ ...query, least: ['enter'] })).rejects.toMatchObject({ code: 'BAD-QUERY' });
  await dataset.close();
});

test('blocks of what lasts are whole numbers', async () => {
  const path = join(folder, 'none.weft');
  await (await createDataset(path)).finish({ title: 'none' });
  const dataset = await openDataset(path);
  const halves = { ...query, blocks: { ...query.blocks, enter: { ...TIMES, width: 0.5 } } };
  await expect(dataset.read(halves)).rejects.toMatchObject({ code: 'BAD-QUERY' });
  await dataset.close();
});
