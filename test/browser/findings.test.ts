import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchFromRows, formatQuantity, networkTables, tables } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { createDataset } from '@weft/store';
import { afterAll, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { askDataset, servePages } from './serve-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-findings-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOT = 77;
const STEP = 300e9;
const STEPS = 12;

/** A fat tree whose links carry about the same, but for one, and in one step so many times as much. */
async function writeFabric(name: string, hot: number, busy = 1): Promise<string> {
  const path = join(folder, `${name}.weft`);
  const writer = await createDataset(path);
  const network = buildNetwork('fat-tree', { ports: 8 });
  const { vertices, links } = networkTables(network);
  const capacity = new Float64Array(network.linkCount).fill(12.5e9);
  await writer.write('vertices', vertices);
  await writer.write('links', { rows: links.rows, columns: { ...links.columns, capacity } });
  const rows = Array.from({ length: STEPS * network.linkCount }, (_, at) => {
    const [step, link] = [Math.floor(at / network.linkCount), at % network.linkCount];
    const value = 1e10 * (1 + ((at * 17) % 29) / 290) * (link === HOT ? hot : 1) * (step === 5 ? busy : 1);
    return { time: (step + 1) * STEP, link, metric: 'data_sent', value };
  });
  await writer.write('counters', batchFromRows(tables.counters, rows));
  await writer.finish({
    title: name,
    interval: STEP,
    timeRange: [0, STEPS * STEP],
    network: { family: 'fat-tree', params: { ports: 8 } },
    metrics: [{ name: 'data_sent', unit: 'B', doc: '', kind: 'amount' }],
  });
  return path;
}

let path = '';
let calm = '';
const pages = servePages(async () => {
  [path, calm] = [await writeFabric('hot', 7), await writeFabric('calm', 1)];
  return [path, calm, await writeFabric('busy', 7, 3)];
});

const strip = () => pages.page.getByRole('navigation', { name: 'Findings' });

it('opens with what stands out, as SQL has it, and leads to the evidence by one click', async () => {
  await pages.open('#/d/hot');
  const [percent, time] = await askDataset(
    path,
    `SELECT 100 * value / 300 / capacity AS percent, time FROM counters JOIN links ON link = id WHERE link = ${HOT} ORDER BY value DESC LIMIT 1`,
  );
  const sentence = strip().getByRole('link');
  expect(await sentence.textContent()).toContain(`${percent.toPrecision(3)}\u00a0% of its capacity`);
  await sentence.click();
  await settle(pages.page);
  const params = new URLSearchParams(new URL(pages.page.url()).hash.split('?')[1]);
  expect(JSON.parse(params.get('links') ?? '')).toEqual([HOT]);
  expect(JSON.parse(params.get('time') ?? '')).toEqual([time - STEP, time]);
  expect(await pages.panel('link-detail').textContent()).toContain(`(${percent.toFixed(1)} % full)`);
  await pages.page.keyboard.press('Control+z');
  await settle(pages.page);
  expect(pages.page.url()).not.toContain('links=');
});

it('keeps in the address that all findings are written out', async () => {
  await pages.open('#/d/hot');
  expect(await strip().getByRole('listitem').count()).toBe(1);
  expect(await strip().getByRole('button').count()).toBe(0);
  await pages.open('#/d/busy');
  expect(await strip().getByRole('listitem').count()).toBe(2);
  await strip().getByRole('button').click();
  await settle(pages.page);
  expect(pages.page.url()).toContain('findings=all');
  await pages.open(new URL(pages.page.url()).hash);
  expect(await strip().getByRole('button').getAttribute('aria-expanded')).toBe('true');
});

it('says that nothing stands out, with its number and without a link', async () => {
  await pages.open('#/d/calm');
  const [percent] = await askDataset(calm, 'SELECT 100 * max(value) / 300 / 12.5e9 FROM counters');
  expect(await strip().textContent()).toContain(
    `no link is above ${percent.toPrecision(3)}\u00a0% of its capacity`,
  );
  expect(await strip().getByRole('link').count()).toBe(0);
});

it('lists the hottest links with the percent of their capacity, and selects one by a click', async () => {
  await pages.open('#/d/hot?layout=hottest-links');
  const rows = await askDataset(
    path,
    `SELECT link, sum(value), 100 * max(value) / 300 / 12.5e9 AS percent FROM counters GROUP BY link ORDER BY percent DESC LIMIT 1`,
  );
  const [link, bytes, percent] = rows;
  const first = pages.panel('hottest-links').getByRole('row').nth(1);
  const text = await first.textContent();
  expect(text).toContain(formatQuantity(bytes, 'B'));
  expect(text).toContain(formatQuantity(percent, '%'));
  await first.click();
  await settle(pages.page);
  const params = new URLSearchParams(new URL(pages.page.url()).hash.split('?')[1]);
  expect(JSON.parse(params.get('links') ?? '')).toEqual([link]);
});

it('shows utilisation first, in percent, where capacities are known', async () => {
  await pages.open('#/d/hot?layout=summary');
  const mean = 'SELECT sum(value) AS bytes FROM counters GROUP BY link';
  const [largest] = await askDataset(
    path,
    `SELECT 100 * max(bytes) / 12.5e9 / (SELECT 300 * count(DISTINCT time) FROM counters) FROM (${mean})`,
  );
  expect(await pages.page.locator('.choice select').first().inputValue()).toBe('utilisation');
  const shown = await pages.page.locator('.remainder').textContent();
  expect(shown).toContain(`largest mean ${formatQuantity(largest, '%')}`);
});

it('shows the utilisation of the busiest step', async () => {
  await pages.open('#/d/hot?aggregate=max&layout=summary');
  const [percent] = await askDataset(path, 'SELECT 100 * max(value) / 300 / 12.5e9 FROM counters');
  const remainder = await pages.page.locator('.remainder').textContent();
  expect(remainder).toContain(`largest ${formatQuantity(percent, '%')}`);
});

it('gives a verdict on a comparison', async () => {
  await pages.open('#/d/calm?compare=dataset:hot');
  const [most, total] = await askDataset(calm, SUMS);
  const [mostHot, totalHot] = await askDataset(path, SUMS);
  const change = (before: number, after: number) => {
    const percent = ((after - before) / before) * 100;
    return `+${Number(percent.toPrecision(3))}\u00a0%`;
  };
  const verdict = pages.page.locator('output.findings');
  await verdict.filter({ hasText: 'largest link' }).waitFor();
  const text = await verdict.textContent();
  expect(text).toContain(`largest link ${change(most, mostHot)}`);
  expect(text).toContain(`mean ${change(total, totalHot)}`);
});

const SUMS = 'SELECT max(bytes), sum(bytes) FROM (SELECT sum(value) AS bytes FROM counters GROUP BY link)';
