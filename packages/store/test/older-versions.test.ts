import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { queryColumns, valueAt } from '@weft/model';
import { createDataset, describeDataset, openDataset } from '@weft/store';
import { expect, test } from 'vitest';
import { rows, sampleMessages, temporaryFolder } from './sample-dataset.ts';

const folder = temporaryFolder();

/** The dataset as a program of that version left it: its Parquet files without the columns added since. */
async function makeOlder(path: string, version: number, table: string, missing: readonly string[]) {
  const file = join(path, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const engine = await DuckDBInstance.create();
  const connection = await engine.connect();
  for (const part of manifest.tables[table].parts) {
    const at = join(path, part.path);
    await connection.run(`CREATE TABLE t AS SELECT * EXCLUDE (${missing.join(', ')}) FROM '${at}'`);
    await connection.run(`COPY t TO '${at}' (FORMAT parquet)`);
    await connection.run('DROP TABLE t');
    part.bytes = readFileSync(at).length;
  }
  connection.closeSync();
  engine.closeSync();
  writeFileSync(file, JSON.stringify({ ...manifest, version }));
}

test.each([1, 2])('messages of version %i count one each', async (version) => {
  const path = join(folder, `v${version}.weft`);
  const writer = await createDataset(path);
  await writer.write('messages', sampleMessages());
  await writer.finish({ title: 'older' });
  await makeOlder(path, version, 'messages', ['count']);
  const dataset = await openDataset(path, { threads: 1 });
  expect([...(await dataset.readTable('messages')).columns.count]).toEqual([1, 1, 1]);
  const sums = await dataset.sql('select sum(count) as n, sum(bytes) as b from messages');
  expect([sums.columns.n, sums.columns.b]).toEqual([Float64Array.of(3), Float64Array.of(2 ** 40 + 25)]);
  expect((await describeDataset(dataset)).messages).toBe(3);
  await dataset.close();
});

test('spans of version 3 are outermost calls of MPI on the main thread', async () => {
  const path = join(folder, 'v3.weft');
  const writer = await createDataset(path);
  const span = { job: 0, rank: 2, call: 'MPI_Wait', enter: 5, exit: 9, stream: 1, depth: 4, kind: 'user' };
  await writer.write('spans', rows('spans', [span]));
  await writer.finish({ title: 'older' });
  await makeOlder(path, 3, 'spans', ['stream', 'depth', 'kind']);
  const dataset = await openDataset(path, { threads: 1 });
  const found = await dataset.sql('select rank, stream, depth, kind from spans');
  expect(Object.values(found.columns).map((column) => valueAt(column, 0))).toEqual([2, 0, 0, 'mpi']);
  const calls = queryColumns('spans', ['enter'], { where: [{ op: 'in', column: 'kind', values: ['mpi'] }] });
  expect((await dataset.read(calls)).rows).toBe(1);
  await dataset.close();
});

test('rows that stand for several messages are counted as such', async () => {
  const path = join(folder, 'counted.weft');
  const writer = await createDataset(path);
  const none = {
    tag: -1,
    comm: 0,
    call: 'MPI_Isend',
    send_start: -1,
    send_end: -1,
    recv_start: -1,
    recv_end: -1,
  };
  const kind = { id: 0, job: 0, src: 0, dst: 1, bytes: 48_328 * 8, count: 48_328, ...none };
  await writer.write('messages', rows('messages', [kind, { ...kind, id: 1, count: 1, bytes: 8 }]));
  const manifest = await writer.finish({ title: 'counted' });
  expect([manifest.messages, manifest.tables.messages?.rows]).toEqual([48_329, 2]);
});
