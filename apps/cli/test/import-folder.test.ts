import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { importFolder } from '../src/imports/import-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'weft-import-folder-'));
process.env.WEFT_HOME = home;
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('a dataset names files as they were brought, not by the folder they were put into', async () => {
  const uploaded = join(home, 'upload-1');
  cpSync(fileURLToPath(new URL('../../../fixtures/dumpi/misc6', import.meta.url)), uploaded, {
    recursive: true,
  });
  writeFileSync(join(uploaded, 'notes.txt'), 'nothing of a trace');
  const dataset = await importFolder(uploaded, 'misc', {});
  const { diagnostics, provenance, title } = JSON.parse(readFileSync(join(dataset, 'manifest.json'), 'utf8'));
  const words = JSON.stringify([diagnostics, provenance, title]);
  expect(words).not.toContain(home);
  expect(words).toContain('files of no known format: ORIGIN.txt');
  expect(provenance[0].facts.source).toBe('uploaded files');
});

test('what is wrong with files is told with their own names, too', async () => {
  const uploaded = join(home, 'upload-2');
  cpSync(fileURLToPath(new URL('../../../fixtures/ib/k4', import.meta.url)), uploaded, { recursive: true });
  const failure = await importFolder(uploaded, 'k4', {}).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(JSON.stringify([(failure as Error).message, failure])).not.toContain(uploaded);
});
