import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Batch, batchFromRows, tableSchema, tables, textColumn } from '@weft/model';
import { createDataset } from '@weft/store';
import { expect, test } from 'vitest';
import { sampleMessages, temporaryFolder } from './sample-dataset.ts';

const folder = temporaryFolder();
const ROWS = 20_000;

/** What pyarrow, fastparquet and polars were seen to read. */
const READABLE = /^(PLAIN|RLE|RLE_DICTIONARY|PLAIN_DICTIONARY|DELTA_BINARY_PACKED)$/;

test('the Parquet files keep to encodings and types that other readers know', async () => {
  const path = join(folder, 'plain.weft');
  const writer = await createDataset(path);
  await writer.write('counters', {
    rows: ROWS,
    columns: {
      time: Float64Array.from({ length: ROWS }, (_, row) => row * 1e9),
      link: Int32Array.from({ length: ROWS }, (_, row) => row % 100),
      metric: { codes: new Int32Array(ROWS), dictionary: ['xmit'] },
      value: Float64Array.from({ length: ROWS }, (_, row) => Math.sin(row)),
    },
  });
  const jobs = Array.from({ length: ROWS }, (_, id) => ({
    id,
    user: null,
    state: null,
    start: id,
    end: -1,
    name: null,
  }));
  const named = textColumn(jobs.map(({ id }) => `job ${id * 7919}`));
  const batch = batchFromRows(tables.jobs, jobs) as Batch<typeof tables.jobs>;
  await writer.write('jobs', { ...batch, columns: { ...batch.columns, name: named } });
  for (let round = 0; round < 20; round++) await writer.write('messages', sampleMessages());
  await writer.finish({ title: 'plain' });

  const engine = await DuckDBInstance.create(':memory:');
  const connection = await engine.connect();
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS();
  const metadata = `parquet_metadata('${path}/*/*.parquet')`;
  for (const [encodings] of await ask(`SELECT DISTINCT encodings FROM ${metadata}`)) {
    for (const encoding of String(encodings).split(', ')) expect(encoding).toMatch(READABLE);
  }
  expect(await ask(`SELECT DISTINCT compression FROM ${metadata}`)).toEqual([['UNCOMPRESSED']]);
  const types = await ask(`DESCRIBE SELECT * FROM '${path}/messages/*.parquet'`);
  expect(types.map(([name, type]) => `${name} ${type}`)).toEqual([
    'id BIGINT',
    'job INTEGER',
    'src INTEGER',
    'dst INTEGER',
    'bytes BIGINT',
    'count BIGINT',
    'tag INTEGER',
    'comm INTEGER',
    'call VARCHAR',
    'send_start BIGINT',
    'send_end BIGINT',
    'recv_start BIGINT',
    'recv_end BIGINT',
    'step INTEGER',
  ]);
  expect(await ask(`SELECT count(*), count(tag), count(call) FROM '${path}/messages/*.parquet'`)).toEqual([
    [60n, 40n, 40n],
  ]);
  connection.closeSync();
  engine.closeSync();
});

test('the Parquet files explain themselves', async () => {
  const path = join(folder, 'explained.weft');
  const writer = await createDataset(path);
  await writer.write('messages', sampleMessages());
  const vertex = { id: 0, kind: 'host', name: 'n0', guid: null, level: 0, pod: -1, bundle: -1, coord: [] };
  await writer.write(
    'vertices',
    batchFromRows(tables.vertices, [vertex, { ...vertex, id: 1, coord: [2, 3] }]),
  );
  const origin = '1700000000123456789';
  await writer.finish({ title: 'explained', origin });

  const engine = await DuckDBInstance.create(':memory:');
  const connection = await engine.connect();
  const ask = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS();
  const facts = async (table: string) => {
    const rows = await ask(
      `SELECT decode(key), decode(value) FROM parquet_kv_metadata('${path}/${table}/*.parquet')`,
    );
    return Object.fromEntries(rows.map(([key, value]) => [String(key), String(value)]));
  };
  const messages = await facts('messages');
  expect(messages['weft.table']).toBe('messages');
  expect(messages['weft.doc']).toBe(tables.messages.doc);
  expect(messages['weft.time_origin'].trim()).toBe(origin);
  expect(JSON.parse(messages['weft.columns']).send_start).toEqual({
    doc: 'sender enters its call',
    unit: 'ns',
  });
  const vertices = await facts('vertices');
  expect(JSON.parse(vertices['weft.columns']).kind.codes.nic).toContain('network interface');
  for (const table of ['messages', 'vertices'] as const) {
    const found = await ask(
      `SELECT name, repetition_type FROM parquet_schema('${path}/${table}/*.parquet') WHERE name <> 'schema'`,
    );
    const known = tableSchema(table).columns;
    for (const [name, repetition] of found) {
      if (!(String(name) in known)) continue;
      expect([name, repetition]).toEqual([name, known[String(name)].optional ? 'OPTIONAL' : 'REQUIRED']);
    }
  }
  expect(await ask(`SELECT coord FROM '${path}/vertices/*.parquet'`)).toEqual([[[]], [[2, 3]]]);
  connection.closeSync();
  engine.closeSync();
});
