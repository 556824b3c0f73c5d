import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { NONE, rowsFromBatch, type TableSink, tables, textColumn } from '@weft/model';
import { createPartWriter } from '@weft/parts';
import {
  commitDataset,
  createDataset,
  createStaging,
  describeDataset,
  openDataset,
  replaceTables,
} from '@weft/store';
import { expect, test } from 'vitest';
import { rows, sampleMessages, temporaryFolder, writeSample } from './sample-dataset.ts';

const folder = temporaryFolder();

test('nothing is at the final place before finish, and nothing is left after abort', async () => {
  const own = join(folder, 'abort');
  const writer = await createDataset(join(own, 'a.weft'));
  await writer.write('messages', sampleMessages());
  expect(existsSync(join(own, 'a.weft'))).toBe(false);
  await writer.abort();
  await writer.abort();
  expect(readdirSync(own)).toEqual([]);
});

test('the folder of a dataset has the rights that the umask gives', async () => {
  const before = process.umask(0o027);
  try {
    const path = join(folder, 'rights.weft');
    await writeSample(path);
    expect(statSync(path).mode & 0o777).toBe(0o750);
  } finally {
    process.umask(before);
  }
});

test('a bad batch is refused and the writer can be aborted', async () => {
  const writer = await createDataset(join(folder, 'bad.weft'));
  const good = sampleMessages();
  const half = { ...good, columns: { ...good.columns, bytes: Float64Array.of(1, 2, 0.5) } };
  await expect(writer.write('messages', half)).rejects.toMatchObject({ code: 'BAD-BATCH' });
  const short = { ...good, columns: { ...good.columns, src: Int32Array.of(1) } };
  await expect(writer.write('messages', short)).rejects.toMatchObject({ code: 'BAD-BATCH' });
  const call = { codes: Int32Array.of(0, 1, 2), dictionary: ['a'] };
  await expect(
    writer.write('messages', { ...good, columns: { ...good.columns, call } }),
  ).rejects.toMatchObject({ code: 'BAD-BATCH' });
  await writer.abort();
});

test('an existing dataset is replaced only when that is allowed, other things never', async () => {
  const path = join(folder, 'twice.weft');
  await writeSample(path);
  await expect(createDataset(path)).rejects.toMatchObject({ code: 'DATASET-EXISTS' });
  const writer = await createDataset(path, { overwrite: true });
  const manifest = await writer.finish({ title: 'new' });
  expect(manifest.tables).toEqual({});
  const dataset = await openDataset(path);
  expect(dataset.manifest.title).toBe('new');
  await dataset.close();
  const foreign = join(folder, 'foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'thesis.txt'), 'precious');
  await expect(createDataset(foreign, { overwrite: true })).rejects.toMatchObject({ code: 'NOT-A-DATASET' });
  expect(readdirSync(foreign)).toEqual(['thesis.txt']);
});

test.each(['thesis.txt', 'messages/thesis.txt', 'notes/thesis.parquet', 'thesis.parquet'])(
  'a manifest that lists %s among its parts does not make it one',
  async (listed) => {
    const path = join(folder, `lists-${listed.replace('/', '-')}.weft`);
    mkdirSync(join(path, dirname(listed)), { recursive: true });
    const tables = { messages: { rows: 1, parts: [{ path: listed, rows: 1, bytes: 8 }] } };
    writeFileSync(join(path, 'manifest.json'), JSON.stringify({ format: 'weft', tables }));
    writeFileSync(join(path, listed), 'precious');
    await expect(createDataset(path, { overwrite: true })).rejects.toMatchObject({ code: 'FOREIGN-FILES' });
    expect(readFileSync(join(path, listed), 'utf8')).toBe('precious');
  },
);

test('a folder with a manifest of something else, or with a file beside a dataset, is never replaced', async () => {
  const extension = join(folder, 'extension');
  mkdirSync(extension);
  writeFileSync(join(extension, 'manifest.json'), '{"manifest_version": 3}');
  writeFileSync(join(extension, 'thesis.txt'), 'precious');
  const overwrite = { overwrite: true };
  await expect(createDataset(extension, overwrite)).rejects.toMatchObject({ code: 'NOT-A-DATASET' });
  expect(readdirSync(extension)).toEqual(['manifest.json', 'thesis.txt']);

  const path = join(folder, 'beside.weft');
  await writeSample(path);
  const late = await createDataset(path, overwrite);
  writeFileSync(join(path, 'messages', 'thesis.parquet'), 'precious');
  mkdirSync(join(path, 'notes'));
  await expect(createDataset(path, overwrite)).rejects.toMatchObject({
    code: 'FOREIGN-FILES',
    message: expect.stringMatching(/messages\/thesis\.parquet, notes$/),
  });
  await expect(late.finish({ title: 'new' })).rejects.toMatchObject({ code: 'FOREIGN-FILES' });
  expect(existsSync(join(path, 'messages', 'thesis.parquet'))).toBe(true);
  expect(readFileSync(join(path, 'manifest.json'), 'utf8')).not.toContain('"new"');

  const link = join(folder, 'link.weft');
  symlinkSync(path, link);
  await expect(createDataset(link, overwrite)).rejects.toMatchObject({ code: 'NOT-A-DATASET' });
});

test('tables that cannot be replaced leave the dataset as it was', async () => {
  const path = join(folder, 'kept.weft');
  await writeSample(path);
  const files = () => readdirSync(path, { recursive: true }).sort();
  const [before, beside] = [files(), readdirSync(folder).sort()];
  const job = rows('jobs', [{ id: 0, name: null, user: null, state: null, start: -1, end: -1 }]);
  const fail = async (sink: TableSink): Promise<void> => {
    await sink.write('jobs', job);
    throw new Error('no more');
  };
  await expect(replaceTables(path, ['jobs'], fail)).rejects.toThrow('no more');
  const write = (sink: TableSink) => sink.write('jobs', job);
  await expect(replaceTables(path, ['jobs'], write, AbortSignal.abort())).rejects.toThrow();
  expect([files(), readdirSync(folder).sort()]).toEqual([before, beside]);
});

test('a dictionary that grows between batches, and batches with their own', async () => {
  const path = join(folder, 'dictionaries.weft');
  const writer = await createDataset(path);
  const dictionary = ['a'];
  const job = (id: number, name: { codes: Int32Array; dictionary: string[] }) => {
    const batch = rows('jobs', [{ id, name: null, user: null, state: null, start: -1, end: -1 }]);
    return { ...batch, columns: { ...batch.columns, name } };
  };
  await writer.write('jobs', job(0, { codes: Int32Array.of(0), dictionary }));
  dictionary.push('b');
  await writer.write('jobs', job(1, { codes: Int32Array.of(1), dictionary }));
  await writer.write('jobs', job(2, { codes: Int32Array.of(0), dictionary: ['c'] }));
  await writer.write('jobs', job(3, { codes: Int32Array.of(-1), dictionary: [] }));
  await writer.write('jobs', { rows: 0, columns: { ...rows('jobs', []).columns, name: textColumn([]) } });
  await writer.finish({ title: 'dictionaries' });
  const dataset = await openDataset(path);
  const names = rowsFromBatch(tables.jobs, await dataset.readTable('jobs')).map((row) => row.name);
  expect(names).toEqual(['a', 'b', 'c', null]);
  await dataset.close();
});

test('parts of several writers make one dataset', async () => {
  const path = join(folder, 'parts.weft');
  const staging = await createStaging(path, { shared: true });
  const writers = await Promise.all(['task-1', 'task-0'].map((part) => createPartWriter(staging, { part })));
  await Promise.all(writers.map((writer) => writer.write('messages', sampleMessages())));
  await writers[1].write(
    'jobs',
    rows('jobs', [{ id: 0, name: 'x', user: null, state: null, start: 1, end: 2 }]),
  );
  await Promise.all(writers.map((writer) => writer.finish()));
  const manifest = await commitDataset(staging, path, { title: 'parts' });
  expect(manifest.tables.messages?.rows).toBe(6);
  expect(manifest.tables.messages?.parts.map((part) => part.path)).toEqual([
    'messages/task-0-000000.parquet',
    'messages/task-1-000000.parquet',
  ]);
  expect(readdirSync(path).sort()).toEqual(['jobs', 'manifest.json', 'messages']);
  const dataset = await openDataset(path);
  expect((await dataset.readTable('messages')).rows).toBe(6);
  await dataset.close();
});

test('what a writer that never finished left is no part of the dataset', async () => {
  const path = join(folder, 'unlisted.weft');
  const staging = await createStaging(path);
  const writer = await createPartWriter(staging);
  await writer.write('messages', sampleMessages());
  await writer.finish();
  for (const table of ['messages', 'spans']) {
    mkdirSync(join(staging, table), { recursive: true });
    writeFileSync(join(staging, table, 'job-1-thread-2-000000.parquet'), 'PAR1');
  }
  await commitDataset(staging, path, { title: 'unlisted' });
  expect(readdirSync(path).sort()).toEqual(['manifest.json', 'messages']);
  expect(readdirSync(join(path, 'messages'))).toEqual(['part-000000.parquet']);
});

test('a lost part is found by the commit', async () => {
  const path = join(folder, 'lost.weft');
  const staging = await createStaging(path);
  const writer = await createPartWriter(staging);
  await writer.write('messages', sampleMessages());
  await writer.finish();
  writeFileSync(join(staging, 'messages/part-000000.parquet'), 'PAR1');
  await expect(commitDataset(staging, path, { title: 'lost' })).rejects.toMatchObject({
    code: 'PART-DAMAGED',
  });
  expect(existsSync(path)).toBe(false);
});

test('a description tells counts, ranks, bytes and the network', async () => {
  const path = join(folder, 'described.weft');
  await writeSample(path);
  const dataset = await openDataset(path);
  expect(await describeDataset(dataset)).toMatchObject({
    name: 'described',
    title: 'Sample',
    duration: 3e9,
    ranks: 2,
    messageBytes: 2 ** 40 + 25,
    tables: { messages: 3, counters: 6, vertices: 3, links: 4, routes: 0 },
    network: { family: 'fat-tree', vertices: { host: 2, switch: 1 }, links: { 'L0-L1': 4 } },
    diagnostics: [{ code: 'SKIPPED', count: 2 }],
  });
  await dataset.close();
});

test('a message whose sender is unknown adds no rank, and is counted as such', async () => {
  const path = join(folder, 'unknown-peers.weft');
  const writer = await createDataset(path);
  const sample = sampleMessages();
  const src = sample.columns.src.slice();
  src[1] = NONE;
  await writer.write('messages', { ...sample, columns: { ...sample.columns, src } });
  await writer.finish({ title: 'Unknown peers' });
  const dataset = await openDataset(path);
  const { ranks, unknownPeers } = await describeDataset(dataset);
  const known = [...src, ...sample.columns.dst].filter((rank) => rank !== NONE);
  expect(ranks).toBe(new Set(known).size);
  expect(unknownPeers).toEqual({ messages: sample.columns.count[1], bytes: sample.columns.bytes[1] });
  expect(dataset.manifest.unknownPeers).toBe(unknownPeers.messages);
  await dataset.close();
});

test('the store works in a worker thread', async () => {
  const path = join(folder, 'thread.weft');
  const module = new URL('write-in-thread.ts', import.meta.url).href;
  const start = `import('tsx/esm/api').then((tsx) => (tsx.register(), import(${JSON.stringify(module)})))`;
  const worker = new Worker(start, { eval: true, workerData: path });
  const count = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  expect(count).toBe(1);
  await worker.terminate();
});

test('several datasets are open at once', async () => {
  const paths = ['one', 'two', 'three'].map((name) => join(folder, `${name}.weft`));
  await Promise.all(paths.map((path) => writeSample(path)));
  const datasets = await Promise.all(paths.map((path) => openDataset(path, { threads: 1, memory: 200e6 })));
  const counts = await Promise.all(
    datasets.map((dataset) => dataset.sql('select count(*) as n from messages')),
  );
  expect(counts.map((frame) => frame.columns.n)).toEqual(paths.map(() => Float64Array.of(3)));
  await Promise.all(datasets.map((dataset) => dataset.close()));
});

test('a table that one writer cannot make whole is left out', async () => {
  for (const jobs of [1, 2]) {
    const target = join(folder, `overview-${jobs}.weft`);
    const staging = await createStaging(target);
    const parts = await createPartWriter(staging, { overview: true });
    for (let job = 0; job < jobs; job++) {
      const { rows, columns } = sampleMessages();
      await parts.write('messages', { rows, columns: { ...columns, job: columns.job.map(() => job) } });
    }
    await parts.finish();
    const { tables } = await commitDataset(staging, target, { title: 'sums' });
    expect([tables.messages?.rows, tables.message_sums === undefined]).toEqual([3 * jobs, jobs > 1]);
    expect(existsSync(join(target, 'message_sums'))).toBe(jobs === 1);
  }
});

test('a number that all rows of a row group share, or that none has, is read back', async () => {
  const path = join(folder, 'constants.weft');
  const writer = await createDataset(path);
  const count = 3;
  await writer.write('messages', {
    rows: count,
    columns: {
      ...sampleMessages().columns,
      src: new Int32Array(count).fill(7),
      bytes: new Float64Array(count).fill(2 ** 40),
      recv_end: new Float64Array(count).fill(NONE),
    },
  });
  await writer.finish({ title: 'constants' });
  const dataset = await openDataset(path);
  try {
    const { columns } = await dataset.read({ table: 'messages', columns: ['src', 'bytes', 'recv_end'] });
    expect(columns).toMatchObject({
      src: Int32Array.of(7, 7, 7),
      bytes: Float64Array.of(2 ** 40, 2 ** 40, 2 ** 40),
      recv_end: Float64Array.of(NONE, NONE, NONE),
    });
  } finally {
    await dataset.close();
  }
});
