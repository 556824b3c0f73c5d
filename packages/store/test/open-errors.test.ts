import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, formatError, type Random, WeftError } from '@weft/model';
import { listDatasets, openDataset } from '@weft/store';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder, writeSample } from './sample-dataset.ts';

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

const wrecks: [name: string, code: string, spoil: (path: string) => void][] = [
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

test('whatever bytes are garbled, reading gives rows or one clear error', async () => {
  const random = createRandom(5);
  let damaged = 0;
  for (let round = 0; round < 40; round++) {
    const path = wreck(`garbled-${round}`, (copy) => garble(messagesFile(copy), random));
    const dataset = await openDataset(path);
    for (const read of [
      () => dataset.readTable('messages'),
      () => dataset.sql('select sum(bytes), max(call), max(tag), max(recv_end) from messages'),
      () => drain(dataset.stream({ table: 'messages' })),
    ]) {
      const error = await read().then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error === null) continue;
      damaged++;
      expect(error).toBeInstanceOf(WeftError);
      expect(error).toMatchObject({ code: 'TABLE-DAMAGED', file: path });
      expect(formatError(error)).not.toContain('\n');
    }
    await dataset.close();
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
