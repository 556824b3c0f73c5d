import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import { putFolder } from '../src/put-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'weft-put-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folderWith(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), name);
  return folder;
}

it('puts a folder where none is, and where one is', () => {
  const place = join(root, 'place');
  for (const name of ['first', 'second']) {
    putFolder(folderWith(name), place);
    expect(readFileSync(join(place, 'index.html'), 'utf8')).toBe(name);
    expect(readdirSync(root)).toEqual(['place']);
  }
});

it('refuses a folder that is not there, and says so', () => {
  expect(() => putFolder(join(root, 'nothing'), join(root, 'elsewhere'))).toThrow('ENOENT');
});

it('leaves one whole folder where many come at once', async () => {
  const place = join(root, 'shared');
  const module = new URL('../src/put-folder.ts', import.meta.url).href;
  const code = `
    const { workerData } = require('node:worker_threads');
    import('tsx/esm/api').then(async ({ register }) => {
      register();
      const { putFolder } = await import(${JSON.stringify(module)});
      for (const folder of workerData.folders) putFolder(folder, workerData.place);
    });`;
  const names = Array.from({ length: 4 }, (_, worker) =>
    Array.from({ length: 50 }, (_, turn) => `own-${worker}-${turn}`),
  );
  await Promise.all(
    names.map((own) => {
      const workerData = { place, folders: own.map(folderWith) };
      const worker = new Worker(code, { eval: true, workerData });
      return new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject));
    }),
  );
  expect(names.flat()).toContain(readFileSync(join(place, 'index.html'), 'utf8'));
  expect(readdirSync(root).sort()).toEqual(['place', 'shared']);
});
