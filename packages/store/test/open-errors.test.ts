import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  createRandom,
  formatError,
  NetworkBuilder,
  networkTables,
  type Random,
  WeftError,
} from '@weft/model';
import { createDataset, type Dataset, listDatasets, openDataset } from '@weft/store';
import { beforeAll, expect, test } from 'vitest';
import { parquetRows } from '../src/parquet-rows.ts';
import { rows, temporaryFolder, writeSample } from './sample-dataset.ts';

const folder = temporaryFolder();
const whole = join(folder, 'whole.weft');

beforeAll(async () => {
  await writeSample(whole);
});

/** A copy of the sample for the test to spoil. */
function wreck(name: string, spoil: (path: string) => void): string {
  const path = join(folder, `${name}.weft`);
  cpSync(whole, path, { recursive: true });
  spoil(path);
  return path;
}

function rewriteManifest(path: string, change: (manifest: Record<string, unknown>) => void): void {
  const file = join(path, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  change(manifest);
  writeFileSync(file, JSON.stringify(manifest));
}

const messagesFile = (path: string) => join(path, 'messages/part-000000.parquet');

type Listed = { messages: { parts: { path: string }[] } };

const wrecks: [name: string, code: string, spoil: (path: string) => void][] = [
  [
    'part-listed-twice',
    'BAD-MANIFEST',
    (path) =>
      rewriteManifest(path, (manifest) => {
        const { parts } = (manifest.tables as Listed).messages;
        parts.push({ ...parts[0], path: `./${parts[0].path}` });
      }),
  ],
  [
    'path-with-zero',
    'TABLE-MISSING',
    (path) =>
      rewriteManifest(path, (manifest) => {
        (manifest.tables as Listed).messages.parts[0].path = 'messages/part-000000.parquet\0';
      }),
  ],
  ['missing', 'DATASET-NOT-FOUND', (path) => rmSync(path, { recursive: true })],
  [
    'text-file',
    'NOT-A-DATASET',
    (path) => {
      rmSync(path, { recursive: true });
      writeFileSync(path, 'hello');
    },
  ],
  [
    'empty-folder',
    'NOT-A-DATASET',
    (path) => {
      rmSync(path, { recursive: true });
      mkdirSync(path);
    },
  ],
  ['no-manifest', 'NOT-A-DATASET', (path) => rmSync(join(path, 'manifest.json'))],
  [
    'future',
    'DATASET-TOO-NEW',
    (path) =>
      rewriteManifest(path, (manifest) => {
        manifest.version = 99;
      }),
  ],
  [
    'foreign',
    'NOT-A-DATASET',
    (path) =>
      rewriteManifest(path, (manifest) => {
        manifest.format = 'npm';
      }),
  ],
  [
    'half-manifest',
    'BAD-MANIFEST',
    (path) => {
      const file = join(path, 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, 100));
    },
  ],
  [
    'escaping',
    'BAD-MANIFEST',
    (path) =>
      rewriteManifest(path, (manifest) => {
        manifest.tables = { jobs: { rows: 1, parts: [{ path: '../x.parquet', rows: 1, bytes: 1 }] } };
      }),
  ],
  ['table-missing', 'TABLE-MISSING', (path) => rmSync(messagesFile(path))],
  ['truncated', 'TABLE-DAMAGED', (path) => truncateSync(messagesFile(path), 100)],
  [
    'garbled-ends',
    'TABLE-DAMAGED',
    (path) => {
      const { length } = readFileSync(messagesFile(path));
      writeFileSync(messagesFile(path), Buffer.alloc(length, 7));
    },
  ],
];

test.each(wrecks)('opening a wreck (%s) gives %s with advice', async (name, code, spoil) => {
  const path = wreck(name, spoil);
  const error = await openDataset(path).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WeftError);
  expect(error).toMatchObject({ code, advice: expect.stringMatching(/\S/) });
  expect(formatError(error)).not.toContain('\n');
  expect(formatError(error)).toContain(path);
});

test.each(['messages/part-000000.parquet', 'messages', 'manifest.json'])(
  'a link that leads out of the folder is not followed (%s)',
  async (name) => {
    const elsewhere = join(folder, `elsewhere-${name.replaceAll('/', '-')}`);
    const path = wreck(`linked-${name.replaceAll('/', '-')}`, (copy) => {
      renameSync(join(copy, name), elsewhere);
      symlinkSync(elsewhere, join(copy, name));
    });
    await expect(openDataset(path)).rejects.toMatchObject({
      code: expect.stringMatching(/^(TABLE-MISSING|BAD-MANIFEST|NOT-A-DATASET)$/),
    });
  },
);

test.each(['messages/part-000000.parquet', 'manifest.json'])(
  'a pipe is not waited for (%s)',
  async (name) => {
    const path = wreck(`piped-${name.replaceAll('/', '-')}`, (copy) => {
      rmSync(join(copy, name));
      execFileSync('mkfifo', [join(copy, name)]);
    });
    await expect(openDataset(path)).rejects.toMatchObject({
      code: expect.stringMatching(/^(TABLE-MISSING|NOT-A-DATASET)$/),
    });
  },
);

test('a footer that claims more values than it has bytes ends where it does', async () => {
  const manyDoubles = [0x19, 0xf7, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
  const footer = Buffer.from([...manyDoubles, 0x36, 0x02, 0x00]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const file = Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
  const readAt = async (position: number, count: number) => file.subarray(position, position + count);
  expect(await parquetRows(readAt, file.length)).toBe(null);
});

test('rows are those of the files, whatever the manifest says', async () => {
  const path = wreck('boasting', (copy) =>
    rewriteManifest(copy, (manifest) => {
      const { messages } = manifest.tables as { messages: { rows: number; parts: { rows: number }[] } };
      messages.rows = 1e12;
      messages.parts[0].rows = 1e12;
    }),
  );
  const dataset = await openDataset(path);
  expect(dataset.manifest.tables.messages).toMatchObject({ rows: 3, parts: [{ rows: 3 }] });
  expect((await dataset.readTable('messages')).rows).toBe(3);
  await dataset.close();
});

test('a large id is refused before memory is reserved for it', async () => {
  const path = join(folder, 'large-ids.weft');
  const writer = await createDataset(path);
  const { vertices, links } = networkTables(twoHosts());
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  const sample = { time: 60e9, link: 100_000_000, metric: 'data', value: 1 };
  await writer.write('counters', rows('counters', [sample]));
  const message = { job: 0, src: 2 ** 30, dst: 0, bytes: 1, count: 1, tag: 0, comm: 0, call: 'MPI_Send' };
  const times = { send_start: 0, send_end: 1, recv_start: 2, recv_end: 3 };
  await writer.write('messages', rows('messages', [{ ...message, ...times, id: 0 }]));
  await writer.finish({
    title: 'Large ids',
    metrics: [{ name: 'data', unit: 'B', doc: '', kind: 'amount' }],
  });
  const dataset = await openDataset(path);
  const damaged = (id: string) => ({
    code: 'TABLE-DAMAGED',
    message: expect.stringContaining(id),
    file: path,
  });
  await expect(dataset.cube('data')).rejects.toMatchObject(damaged('counters.link has the id 100000000'));
  await expect(dataset.readTable('counters')).rejects.toMatchObject(damaged('counters.link'));
  await expect(drain(dataset.stream({ table: 'messages' }))).rejects.toMatchObject(damaged('messages.src'));
  expect((await dataset.readTable('links')).rows).toBe(2);
  await dataset.close();
});

function twoHosts() {
  const builder = new NetworkBuilder();
  for (const name of ['a', 'b']) builder.addVertex({ kind: 'host', name });
  builder.addCable({ from: 0, to: 1 });
  return builder.build();
}

test('whatever bytes are garbled, reading gives rows or one clear error', async () => {
  const random = createRandom(5);
  let damaged = 0;
  for (let round = 0; round < 40; round++) {
    const path = wreck(`garbled-${round}`, (copy) => garble(messagesFile(copy), random));
    const reads: ((dataset: Dataset) => Promise<unknown>)[] = [
      (dataset) => dataset.readTable('messages'),
      (dataset) => dataset.sql('select sum(bytes), max(call), max(tag), max(recv_end) from messages'),
      (dataset) => drain(dataset.stream({ table: 'messages' })),
    ];
    for (const read of reads) {
      const error = await openDataset(path)
        .then((dataset) => read(dataset).finally(() => dataset.close()))
        .then(
          () => null,
          (reason: unknown) => reason,
        );
      if (error === null) continue;
      damaged++;
      expect(error).toBeInstanceOf(WeftError);
      expect(error).toMatchObject({ code: 'TABLE-DAMAGED', file: expect.stringContaining(path) });
      expect(formatError(error)).not.toContain('\n');
    }
    rmSync(path, { recursive: true });
  }
  expect(damaged).toBeGreaterThan(20);
});

function garble(file: string, random: Random): void {
  const bytes = readFileSync(file);
  const start = 4 + random.below(bytes.length - 8);
  const end = Math.min(bytes.length - 4, start + 1 + random.below(200));
  for (let at = start; at < end; at++) bytes[at] = random.below(256);
  writeFileSync(file, bytes);
}

test('a folder lists its datasets, damaged ones with what ails them', async () => {
  const list = await listDatasets(folder);
  const codes = Object.fromEntries(
    list.map(({ path, error }) => [path.slice(folder.length + 1), error?.code]),
  );
  expect(codes['whole.weft']).toBeUndefined();
  expect(codes['future.weft']).toBe('DATASET-TOO-NEW');
  expect(codes['text-file.weft']).toBe('NOT-A-DATASET');
});

async function drain(frames: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of frames);
}
