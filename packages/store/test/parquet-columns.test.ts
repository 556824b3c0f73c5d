import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  batchFromRows,
  createRandom,
  type GivenRowOf,
  type RowOf,
  rowsFromBatch,
  type Tables,
  tables,
} from '@weft/model';
import { createDataset, openDataset } from '@weft/store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from './sample-dataset.ts';

const folder = temporaryFolder();
let count = 0;

async function writtenAndRead<N extends 'vertices' | 'calls' | 'jobs' | 'links'>(
  table: N,
  rows: GivenRowOf<Tables[N]>[],
): Promise<RowOf<Tables[N]>[]> {
  const path = join(folder, `${count++}.weft`);
  const writer = await createDataset(path);
  await writer.write(table, batchFromRows(tables[table], rows) as never);
  await writer.finish({ title: 'columns' });
  const dataset = await openDataset(path, { threads: 1 });
  const batch = await dataset.readTable(table);
  await dataset.close();
  return rowsFromBatch(tables[table] as Tables[N], batch);
}

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const id = fc.oneof(fc.integer({ min: -1, max: 4 }), int32);
const whole = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.maxSafeInteger());
const text = fc.oneof(
  fc.constantFrom(null, '', 'é"\n😀', 'a\u0000b', 'x'.repeat(300)),
  fc.string({ unit: 'binary' }),
);
const knownText = text.map((value) => value ?? 'none');
const lengths = { maxLength: 200, size: 'max' } as const;

test('lists and texts of any kind come back as they were', async () => {
  const vertex = fc.record({
    id,
    kind: knownText,
    name: text,
    guid: fc.constant(null),
    level: id,
    pod: fc.constant(-1),
    bundle: int32,
    coord: fc.array(int32, { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(vertex, lengths), async (rows) => {
      expect(await writtenAndRead('vertices', rows)).toEqual(rows);
    }),
    { numRuns: 15, seed: 2 },
  );
});

test('integers up to 2^53 and doubles come back bit by bit', async () => {
  // The store reads int64 without -0: integers have none.
  const call = fc.record({
    job: int32,
    rank: fc.integer({ min: 0, max: 2 ** 24 - 1 }),
    call: knownText,
    count: whole.map((value) => value + 0),
    bytes: fc.maxSafeInteger().map((value) => value + 0),
    time: fc.nat(2 ** 31 - 1),
    cpu: fc.nat(2 ** 31 - 1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, lengths), async (rows) => {
      expect(await writtenAndRead('calls', rows)).toEqual(rows);
    }),
    { numRuns: 15, seed: 3 },
  );
  const links = [0, -0, 0.1, Number.NaN, Number.POSITIVE_INFINITY, -Number.MAX_VALUE, 5e-324, -1].map(
    (capacity, id) => ({
      ...{ id, src: 0, src_port: -1, dst: 0, dst_port: 2, reverse: -1, class: null, direction: 'up' },
      capacity,
    }),
  );
  expect(await writtenAndRead('links', links)).toEqual(links);
});

/** Long enough for pages of every kind: packed, parted at jumps, scattered and coded. */
test('long columns with jumps and gaps come back as they were', async () => {
  const random = createRandom(4);
  const ROWS = 20_000;
  let time = 0;
  const rows = Array.from({ length: ROWS }, (_, id) => {
    if (id % 3001 === 3000) time = random.below(1e9) * 1e6;
    time += random.below(1e5);
    const end = id < 10_000 ? time : random.below(1e9) * 1e6;
    return {
      id,
      name: random.below(2) ? `job ${id}` : null,
      user: ['', 'ann', 'bob'][random.below(3)],
      state: null,
      start: random.below(10) ? time : -1,
      end: id % 5000 > 4000 ? -1 : end,
    };
  });
  expect(await writtenAndRead('jobs', rows)).toEqual(rows);
});

test('statistics tell the range and the gaps of each row group', async () => {
  const ROWS = 300_000;
  const path = join(folder, 'statistics.weft');
  const writer = await createDataset(path);
  await writer.write('jobs', {
    rows: ROWS,
    columns: {
      id: Int32Array.from({ length: ROWS }, (_, row) => row - 7),
      name: { codes: Int32Array.from({ length: ROWS }, (_, row) => (row % 2) - 1), dictionary: ['zoë', 'b'] },
      user: { codes: Int32Array.from({ length: ROWS }, (_, row) => row % 3), dictionary: ['b', 'é', 'a'] },
      state: { codes: new Int32Array(ROWS).fill(-1), dictionary: [] },
      start: Float64Array.from({ length: ROWS }, (_, row) => row * 2 ** 33),
      end: Float64Array.from({ length: ROWS }, (_, row) => (row % 4 ? row : -1)),
    },
  });
  await writer.finish({ title: 'statistics' });
  const engine = await DuckDBInstance.create(':memory:');
  const connection = await engine.connect();
  const statistics = await connection.runAndReadAll(
    `SELECT path_in_schema, stats_min_value, stats_max_value, stats_null_count
     FROM parquet_metadata('${path}/jobs/*.parquet') WHERE row_group_id = 1 ORDER BY column_id`,
  );
  const [first, last] = [131_072, 262_143];
  expect(statistics.getRowsJS()).toEqual([
    ['id', String(first - 7), String(last - 7), 0n],
    ['name', 'zoë', 'zoë', 65_536n],
    ['user', 'a', 'é', 0n],
    ['state', null, null, 131_072n],
    ['start', String(first * 2 ** 33), String(last * 2 ** 33), 0n],
    ['end', String(first + 1), String(last), 32_768n],
  ]);
  connection.closeSync();
  engine.closeSync();
});
