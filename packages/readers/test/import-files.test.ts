import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatError, MemorySink } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { importFiles } from '../src/index.ts';
import type { Reader } from '../src/reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Takes every file, allocates as many ranks as it says, and gives no row. */
const careless: Reader = {
  name: 'careless',
  title: 'Careless',
  detect: () => 'yes',
  group: (files) => files.map((file) => [file]),
  read: async ([file]) => {
    if (file.endsWith('broken')) new Array(99_999_999_999);
    return { format: 'careless', counts: {}, diagnostics: [], facts: { title: 'Careless' } };
  },
};

const failing = (paths: readonly string[]) =>
  importFiles(paths, new MemorySink()).then(
    () => 'imported',
    (error: unknown) => formatError(error).replaceAll(folder, '.'),
  );

describe('an import', () => {
  it('names each file of no known format once', async () => {
    const notes = write('notes.txt', 'nothing');
    const zip = write('trace.zip', Uint8Array.of(0x50, 0x4b, 3, 4));
    expect(await failing([notes])).toMatch(
      /^UNKNOWN-FORMAT: this is of no known format \(\.\/notes\.txt\)\. /,
    );
    expect(await failing([zip])).toMatch(/^UNKNOWN-FORMAT: this is a zip archive \(\.\/trace\.zip\)\. /);
    expect(await failing([notes, zip])).toMatch(
      /^UNKNOWN-FORMAT: none of 2 files is of a known format: \.\/notes\.txt, \.\/trace\.zip is a zip archive\. /,
    );
  });

  it('says which reader failed at which file where the reader did not foresee it', async () => {
    const broken = write('broken', '');
    await expect(importFiles([broken], new MemorySink(), { readers: [careless] })).rejects.toMatchObject({
      code: 'READER-FAILED',
      message: 'the reader of the format Careless failed: Invalid array length',
      file: broken,
    });
  });

  it('goes on with the other files, where it is told to', async () => {
    const paths = [write('broken', ''), write('whole', '')];
    const report = await importFiles(paths, new MemorySink(), { readers: [careless], keepGoing: true });
    expect(report.sets.length).toBe(1);
    expect(report.facts.diagnostics).toMatchObject([{ code: 'SETS-LOST', count: 1 }]);
  });
});
