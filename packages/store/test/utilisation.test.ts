import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchFromRows, networkTables, tables } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { afterAll, expect, it } from 'vitest';
import { createDataset, openDataset } from '../src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-utilisation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is the bytes of each step in percent of what the link could carry in it', async () => {
  const writer = await createDataset(join(folder, 'a.weft'));
  const { vertices, links } = networkTables(buildNetwork('fat-tree', { ports: 2 }));
  const capacity = links.columns.capacity.map((_, link) => (link === 1 ? 0 : 1000));
  await writer.write('vertices', vertices);
  await writer.write('links', { rows: links.rows, columns: { ...links.columns, capacity } });
  const sample = (time: number, link: number, value: number) => ({ time, link, metric: 'data_sent', value });
  const rows = [sample(1e9, 0, 250), sample(1e9, 1, 250), sample(3e9, 0, 1000)];
  await writer.write('counters', batchFromRows(tables.counters, rows));
  await writer.finish({
    title: 'a',
    interval: 1e9,
    metrics: [{ name: 'data_sent', unit: 'B', doc: '', kind: 'amount' }],
  });
  const dataset = await openDataset(join(folder, 'a.weft'));
  const { sums, links: count, times } = await dataset.cube('utilisation');
  await dataset.close();
  const level = (step: number, link: number) => sums[(step + 1) * count + link] - sums[step * count + link];
  expect([...times]).toEqual([0, 1e9, 3e9]);
  expect([level(0, 0), level(1, 0)]).toEqual([25, 50]);
  expect([level(0, 1), level(1, 1)]).toEqual([0, 0]);
});
