import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Batch,
  batchFromRows,
  type Filter,
  type Frame,
  type RowOf,
  rowsFromBatch,
  type TableQuery,
  tables,
} from '@weft/model';
import { createDataset, type Dataset, openDataset } from '@weft/store';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './sample-dataset.ts';

const folder = temporaryFolder();
type Message = RowOf<typeof tables.messages>;

const time = fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 40 }), fc.constant(2 ** 53 - 1));
const message: fc.Arbitrary<Message> = fc.record({
  id: fc.integer({ min: 0, max: 2 ** 50 }),
  job: fc.integer({ min: 0, max: 3 }),
  src: fc.integer({ min: 0, max: 9 }),
  dst: fc.integer({ min: 0, max: 2 ** 24 - 1 }),
  bytes: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.maxSafeInteger()),
  count: fc.integer({ min: 1, max: 2 ** 40 }),
  tag: fc.integer({ min: -1, max: 3 }),
  comm: fc.integer({ min: -1, max: 1 }),
  call: fc.oneof(fc.constantFrom(null, 'MPI_Send', "it's", '', 'é"\n😀'), fc.string()),
  send_start: time,
  send_end: time,
  recv_start: time,
  recv_end: time,
  step: fc.integer({ min: -1, max: 5 }),
});
const messages = fc.array(message, { maxLength: 60 });

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    op: fc.constant('range' as const),
    column: fc.constantFrom('send_start', 'src', 'bytes', 'tag'),
    or: fc.constantFrom(undefined, undefined, 'dst', 'recv_end'),
    from: fc.oneof(fc.integer({ min: -5, max: 40 }), fc.double({ min: -5, max: 40, noNaN: true })),
    to: fc.oneof(fc.integer({ min: -5, max: 40 }), fc.constant(Number.POSITIVE_INFINITY)),
  }),
  fc.record({
    op: fc.constant('in' as const),
    column: fc.constantFrom('src', 'job', 'tag'),
    or: fc.constantFrom(undefined, undefined, 'dst', 'step'),
    values: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
  }),
  fc.record({
    op: fc.constant('in' as const),
    column: fc.constant('call'),
    values: fc.array(fc.constantFrom('MPI_Send', "it's", 'none such'), { maxLength: 2 }),
  }),
  fc.record({
    op: fc.constant('matches' as const),
    column: fc.constant('call'),
    pattern: fc.constantFrom('mpi_', 't.s', '^send', "'"),
  }),
  fc.record({ op: fc.constant('known' as const), column: fc.constantFrom('call', 'tag', 'bytes') }),
);

/** -1 is none, and none is in no range and no list. */
function holds(row: Message, filter: Filter): boolean {
  const { column, ...test } = filter;
  if ('or' in filter && filter.or && holds(row, { ...filter, column: filter.or, or: undefined })) {
    return true;
  }
  const value = row[column as keyof Message];
  const optional = tables.messages.columns[column as keyof typeof tables.messages.columns];
  if (value === null || ('optional' in optional && value === -1)) return false;
  if (test.op === 'known') return true;
  if (test.op === 'in') return test.values.includes(value as never);
  if (test.op === 'matches') return new RegExp(test.pattern, 'i').test(String(value));
  return (value as number) >= test.from && (value as number) < test.to;
}

function asRows(frame: Frame): Message[] {
  return rowsFromBatch(tables.messages, frame as unknown as Batch<typeof tables.messages>);
}

let count = 0;
async function written(rows: Message[], cut: number): Promise<Dataset> {
  const path = join(folder, `${count++}.weft`);
  const writer = await createDataset(path);
  for (const part of [rows.slice(0, cut), rows.slice(cut)]) {
    await writer.write('messages', batchFromRows(tables.messages, part));
  }
  await writer.finish({ title: 'random' });
  return openDataset(path, { threads: 1 });
}

test('any messages come back as they were, and filters select what a loop would', async () => {
  await fc.assert(
    fc.asyncProperty(messages, fc.nat(60), fc.array(filter, { maxLength: 3 }), async (rows, cut, where) => {
      const dataset = await written(rows, cut);
      try {
        expect(asRows(await dataset.read({ table: 'messages' }))).toEqual(rows);
        const expected = rows.filter((row) => where.every((one) => holds(row, one)));
        expect(asRows(await dataset.read({ table: 'messages', where }))).toEqual(expected);
      } finally {
        await dataset.close();
      }
    }),
    { numRuns: 25, seed: 1 },
  );
});

const ROWS = 600_000;
let large: Dataset;

beforeAll(async () => {
  const writer = await createDataset(join(folder, 'large.weft'));
  const texts = Array.from({ length: 3000 }, (_, code) => `metric ${code}`);
  await writer.write('counters', {
    rows: ROWS,
    columns: {
      time: Float64Array.from({ length: ROWS }, (_, row) => Math.floor(row / 100)),
      link: Int32Array.from({ length: ROWS }, (_, row) => row % 100),
      metric: {
        codes: Int32Array.from({ length: ROWS }, (_, row) => Math.floor(row / 200)),
        dictionary: texts,
      },
      value: Float64Array.from({ length: ROWS }, (_, row) => row + 0.5),
    },
  });
  await writer.finish({ title: 'large' });
  large = await openDataset(join(folder, 'large.weft'));
});
afterAll(() => large.close());

test('rows keep their order over several parts and many texts', async () => {
  expect(large.manifest.tables.counters?.parts.length).toBe(2);
  const { columns } = await large.readTable('counters');
  let faults = 0;
  for (let row = 0; row < ROWS; row++) {
    const text = columns.metric.dictionary[columns.metric.codes[row]];
    if (columns.value[row] !== row + 0.5 || text !== `metric ${Math.floor(row / 200)}`) faults++;
  }
  expect(faults).toBe(0);
});

test('a stream gives the same rows as a read, in frames of bounded size', async () => {
  const query: TableQuery = {
    table: 'counters',
    where: [{ op: 'range', column: 'time', from: 10, to: 5000 }],
  };
  const whole = await large.read(query);
  let at = 0;
  let frames = 0;
  for await (const frame of large.stream(query)) {
    expect(frame.rows).toBeLessThanOrEqual(70_000);
    const values = frame.columns.value as Float64Array;
    expect(values).toEqual((whole.columns.value as Float64Array).subarray(at, at + frame.rows));
    at += frame.rows;
    frames++;
  }
  expect(at).toBe(whole.rows);
  expect(frames).toBeGreaterThan(5);
});

test('a stream can be left early and cancelled', async () => {
  for await (const frame of large.stream({ table: 'counters' })) {
    expect(frame.rows).toBeGreaterThan(0);
    break;
  }
  const controller = new AbortController();
  const cancelledStream = async () => {
    for await (const _ of large.stream({ table: 'counters' }, controller.signal)) controller.abort();
  };
  await expect(cancelledStream()).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('order, limit and chosen columns', async () => {
  const frame = await large.read({
    table: 'counters',
    columns: ['value', 'link'],
    orderBy: ['link', 'time'],
    limit: 3,
  });
  expect(Object.keys(frame.columns)).toEqual(['value', 'link']);
  expect(frame.columns.value).toEqual(Float64Array.of(0.5, 100.5, 200.5));
});

test('row groups outside a range are not touched: their bytes may be garbled', async () => {
  const path = join(folder, 'pushed.weft');
  cpSync(large.path, path, { recursive: true });
  const file = join(path, 'counters/part-000000.parquet');
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4, 2000);
  writeFileSync(file, bytes);
  const dataset = await openDataset(path);
  const read = (from: number, to: number) =>
    dataset.read({
      table: 'counters',
      columns: ['time', 'value'],
      where: [{ op: 'range', column: 'time', from, to }],
    });
  expect((await read(4500, 4600)).rows).toBe(10_000);
  await expect(read(0, 10)).rejects.toMatchObject({ code: 'TABLE-DAMAGED' });
  await dataset.close();
});

test('what cannot be asked is a clear error', async () => {
  const ask = (query: TableQuery) => large.read(query);
  await expect(ask({ table: 'counters', columns: ['nope'] })).rejects.toMatchObject({
    code: 'UNKNOWN-COLUMN',
    advice: 'Its columns are time, link, metric, value.',
  });
  await expect(ask({ table: 'counters', orderBy: ['x" --'] })).rejects.toMatchObject({
    code: 'UNKNOWN-COLUMN',
  });
  const where = (one: Filter): TableQuery => ({ table: 'counters', where: [one] });
  await expect(ask(where({ op: 'in', column: 'toString', values: [1] }))).rejects.toMatchObject({
    code: 'UNKNOWN-COLUMN',
  });
  await expect(ask(where({ op: 'in', column: 'link', values: ['1'] }))).rejects.toMatchObject({
    code: 'BAD-QUERY',
  });
  await expect(ask(where({ op: 'range', column: 'metric', from: 0, to: 1 }))).rejects.toMatchObject({
    code: 'BAD-QUERY',
  });
});

test('words of SQL are fine as columns', async () => {
  expect((await large.read({ table: 'jobs', orderBy: ['end', 'start', 'user'] })).rows).toBe(0);
  expect((await large.read({ table: 'routes', columns: ['switch'], orderBy: ['switch'] })).rows).toBe(0);
});

test.each(['[a', '(?=a)', 'a{9999}', '*', 'a\\'])(
  'a regular expression %s is told as such, not as damage',
  async (pattern) => {
    const read = large.read({ table: 'counters', where: [{ op: 'matches', column: 'metric', pattern }] });
    await expect(read).rejects.toMatchObject({
      code: 'BAD-QUERY',
      message: expect.stringContaining('regular expression'),
    });
  },
);

test('texts have no middle', async () => {
  const middle = { first: ['metric'], second: ['time'], from: 0, to: 1 };
  await expect(large.read({ table: 'counters', middle })).rejects.toMatchObject({ code: 'BAD-QUERY' });
});
