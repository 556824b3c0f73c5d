import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDataset, openDataset } from '@weft/store';
import { afterAll, expect, test } from 'vitest';
import { importAny } from '../src/import-any.ts';
import { datasetRoutes } from '../src/route/dataset-routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-info-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const fabric = (name: string) => fileURLToPath(new URL(`../../../fixtures/ib/k4/${name}`, import.meta.url));

async function routesWith(change: (tables: string) => string) {
  const tables = join(folder, 'tables.txt');
  writeFileSync(tables, change(readFileSync(fabric('opensm.fdbs'), 'utf8')));
  const path = join(folder, 'k4.weft');
  const writer = await createDataset(path, { overwrite: true });
  const { facts } = await importAny([fabric('topology.ibnetdiscover'), tables], writer, {});
  await writer.finish(facts);
  const dataset = await openDataset(path, { threads: 1 });
  try {
    return await datasetRoutes(dataset);
  } finally {
    await dataset.close();
  }
}

test('every pair is reached by whole tables', async () => {
  expect(await routesWith((tables) => tables)).toEqual({
    pairs: 240,
    unreachable: 0,
    loops: 0,
    destinations: [],
    others: 0,
  });
});

test('a destination that a switch cannot reach is named, with the number of hosts cut off from it', async () => {
  const found = await routesWith((tables) => tables.replace(/^0x0001 : \d+ .*$/m, '0x0001 : UNREACHABLE'));
  expect(found?.unreachable).toBeGreaterThan(0);
  expect(found?.loops).toBe(0);
  expect(found?.destinations).toMatchObject([
    { vertex: expect.stringContaining('node01'), unreachable_from: found?.unreachable, loops_from: 0 },
  ]);
});
