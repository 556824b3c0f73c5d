import { join } from 'node:path';
import {
  batchFromRows,
  type GivenRowOf,
  type SumQuery,
  sumColumns,
  type Tables,
  tables,
  textAt,
} from '@weft/model';
import { createDataset, type Dataset, describeDataset, openDataset } from '@weft/store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from './sample-dataset.ts';

const folder = temporaryFolder();
type Message = GivenRowOf<Tables['messages']>;

const NONE = -1;
const time = fc.integer({ min: NONE, max: 60 });
const message: fc.Arbitrary<Message> = fc
  .record({
    src: fc.integer({ min: NONE, max: 4 }),
    bytes: fc.oneof(fc.nat(1000), fc.integer({ min: 2 ** 40, max: 2 ** 52 })),
    call: fc.constantFrom(null, 'MPI_Send', "it's"),
    send_start: time,
    recv_end: time,
  })
  .map((row) => ({ ...row, id: 0, job: 0, dst: 0, tag: 0, comm: 0, send_end: NONE, recv_start: NONE }));

let count = 0;
async function asked<R>(rows: readonly Message[], work: (dataset: Dataset) => Promise<R>): Promise<R> {
  const path = join(folder, `${count++}.weft`);
  const writer = await createDataset(path);
  await writer.write('messages', batchFromRows(tables.messages, [...rows]));
  await writer.finish({ title: 'random' });
  const dataset = await openDataset(path, { threads: 1 });
  try {
    return await work(dataset);
  } finally {
    await dataset.close();
  }
}

const [from, to] = [10, 40];
const blocks = { from: 5, width: 12.5, blocks: 4 };

const query = sumColumns('messages', ['send_start', 'call'], ['rows', 'bytes', 'recv_end'], {
  blocks: { send_start: blocks },
  within: { recv_end: [from, to] },
  where: [{ op: 'range', column: 'src', from: 0, to: 4 }],
});

/** One line per group: block, call, rows, bytes, time received within the range. */
function sumSlowly(rows: readonly Message[]): string[] {
  const groups = new Map<string, { rows: number; bytes: bigint; time: number }>();
  for (const { src, call, send_start, recv_end, bytes } of rows) {
    if (src < 0 || src >= 4) continue;
    const block = Math.floor((send_start - blocks.from) / blocks.width);
    const key = `${send_start === NONE ? NONE : Math.min(blocks.blocks - 1, Math.max(0, block))} ${call}`;
    const sums = groups.get(key) ?? { rows: 0, bytes: 0n, time: 0 };
    sums.rows++;
    sums.bytes += BigInt(bytes);
    sums.time += recv_end === NONE ? 0 : Math.max(0, Math.min(recv_end, to) - from);
    groups.set(key, sums);
  }
  return [...groups].map(([key, { rows, bytes, time }]) => `${key} ${rows} ${Number(bytes)} ${time}`).sort();
}

test('sums by blocks and texts are those of a loop over the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 50 }), async (rows) => {
      const { rows: groups, columns } = await asked(rows, (dataset) => dataset.read(query));
      const found = Array.from({ length: groups }, (_, row) => {
        const group = `${columns.send_start[row]} ${textAt(columns.call, row)}`;
        return `${group} ${columns.rows[row]} ${columns.bytes[row]} ${columns.recv_end[row]}`;
      });
      expect(found.sort()).toEqual(sumSlowly(rows));
    }),
    { numRuns: 15, seed: 2 },
  );
});

const few: readonly Message[] = [
  { id: 0, job: 0, src: 2, dst: 1, bytes: 2 ** 52, tag: 0, comm: 0, call: null, ...noTimes() },
  { id: 1, job: 0, src: 2, dst: 1, bytes: 2 ** 52 + 1, tag: 0, comm: 0, call: null, ...noTimes() },
  { id: 2, job: 0, src: 0, dst: 1, bytes: 7, tag: 0, comm: 0, call: null, ...noTimes() },
  { id: 3, job: 0, src: 1, dst: 1, bytes: 7, tag: 0, comm: 0, call: null, ...noTimes() },
];

function noTimes() {
  return { send_start: NONE, send_end: NONE, recv_start: NONE, recv_end: NONE };
}

test('the middle of two times is found from those that are known', async () => {
  const middle = {
    first: ['send_start', 'send_end'],
    second: ['recv_end', 'recv_start'],
    from: 10,
    to: 20.5,
  };
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 30 }), async (rows) => {
      const numbered = rows.map((row, id) => ({ ...row, id }));
      const inside = numbered.filter(({ send_start, recv_end }) => {
        const known = [send_start, recv_end].filter((time) => time !== NONE);
        const middle = known.reduce((sum, time) => sum + time, 0) / known.length;
        return middle >= 10 && middle < 20.5;
      });
      const found = await asked(numbered, (dataset) =>
        dataset.read({ table: 'messages', columns: ['id'], middle }),
      );
      expect(found.columns.id).toEqual(Float64Array.from(inside, ({ id }) => id));
    }),
    { numRuns: 8, seed: 3 },
  );
});

test('one column can go down while the next goes up', async () => {
  const orderBy = ['bytes', 'id'];
  const { columns } = await asked(few, (dataset) =>
    dataset.read({ table: 'messages', columns: ['id'], orderBy, descending: ['bytes'], limit: 3 }),
  );
  expect(columns.id).toEqual(Float64Array.of(1, 0, 2));
});

test('groups come in order, the largest first where few are asked for', async () => {
  await asked(few, async (dataset) => {
    const bySender = sumColumns('messages', ['src'], ['bytes']);
    expect((await dataset.read(bySender)).columns.src).toEqual(Int32Array.of(0, 1, 2));
    const largest = await dataset.read({ ...bySender, largest: { by: 'bytes', groups: 2 } } as const);
    expect(largest.columns.src).toEqual(Int32Array.of(2, 0));
  });
});

test('without groups there is one row, also where there are no rows to add up', async () => {
  const all: SumQuery = { table: 'messages', by: [], sums: ['rows', 'bytes'], least: ['src'], most: ['src'] };
  const one = (value: number) => Float64Array.of(value);
  expect(await asked([], (dataset) => dataset.read(all))).toEqual({
    rows: 1,
    columns: { rows: one(0), bytes: one(0), least_src: one(NONE), most_src: one(NONE) },
  });
  expect((await asked(few, (dataset) => dataset.read(all))).columns.most_src).toEqual(one(2));
});

test('sums beyond 2^53 are exact as digits in SQL', async () => {
  const { columns } = await asked(few, (dataset) => dataset.sql('select sum(bytes) as bytes from messages'));
  expect(columns.bytes).toMatchObject({ dictionary: [String(2n ** 53n + 15n)] });
});

test('a description keeps the digits of sums beyond 2^53', async () => {
  const description = await asked(few, describeDataset);
  expect(description.messageBytes).toBe(String(2n ** 53n + 15n));
  expect((await asked(few.slice(2), describeDataset)).messageBytes).toBe(14);
});

test('what cannot be added up is a clear error', async () => {
  const wrong: SumQuery = { table: 'messages', by: ['src'], sums: ['call'] };
  await expect(asked(few, (dataset) => dataset.read(wrong))).rejects.toMatchObject({ code: 'BAD-QUERY' });
});
