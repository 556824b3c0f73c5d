import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchFromRows, networkTables, tables, valueAt } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { createDataset, type Dataset, openDataset } from '@weft/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findInDataset } from '../../src/info/find-in-dataset.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-findings-'));
const HOT = 77;
const STEP = 300e9;
let dataset: Dataset;

beforeAll(async () => {
  const writer = await createDataset(join(folder, 'fabric.weft'));
  const network = buildNetwork('fat-tree', { ports: 8 });
  const { vertices, links } = networkTables(network);
  const capacity = new Float64Array(network.linkCount).fill(12.5e9);
  await writer.write('vertices', vertices);
  await writer.write('links', { rows: links.rows, columns: { ...links.columns, capacity } });
  const rows = Array.from({ length: 12 * network.linkCount }, (_, at) => {
    const [step, link] = [Math.floor(at / network.linkCount), at % network.linkCount];
    const value = 1e10 * (1 + ((at * 17) % 29) / 290) * (link === HOT ? 7 : 1);
    return { time: (step + 1) * STEP, link, metric: 'data_sent', value };
  });
  await writer.write('counters', batchFromRows(tables.counters, rows));
  await writer.finish({
    title: 'a fabric',
    interval: STEP,
    metrics: [{ name: 'data_sent', unit: 'B', doc: '', kind: 'amount' }],
    provenance: [{ kind: 'import', facts: {} }],
    diagnostics: [
      { code: 'SENDS', count: 20, text: 'messages sent' },
      { code: 'SKIPPED', count: 3, text: 'lines that are no counters' },
    ],
  });
  dataset = await openDataset(join(folder, 'fabric.weft'));
});

afterAll(async () => {
  await dataset.close();
  rmSync(folder, { recursive: true, force: true });
});

test('values are those of SQL, stand in their sentence, and what could not be read comes last', async () => {
  const [hot, unread, ...others] = await findInDataset(dataset);
  const busiest = await dataset.sql(
    `SELECT 100 * max(value / (${STEP} / 1e9) / capacity) AS percent FROM counters JOIN links ON link = id WHERE link = ${hot.where.link}`,
  );
  expect(hot).toMatchObject({ kind: 'hot-link', unit: '%', where: { link: HOT } });
  expect(hot.value).toBeCloseTo(Number(valueAt(busiest.columns.percent, 0)));
  expect(hot.text).toContain(`${hot.value.toPrecision(3)}\u00a0%`);
  expect(unread).toMatchObject({ kind: 'unread', value: 3, where: { code: 'SKIPPED' } });
  expect(others).toEqual([]);
});
