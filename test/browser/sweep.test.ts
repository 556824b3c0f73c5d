import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';

const weft = fileURLToPath(new URL('../../apps/cli/bin/weft.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-sweep-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sweep = {
  version: 1,
  title: 'Shift',
  network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
  routing: 'd-mod-k',
  jobs: [{ name: 'a', ranks: 16, workload: { kind: 'all-to-all', bytes: 1000 } }],
  model: { kind: 'event' },
  vary: { routing: ['d-mod-k', 'up-down'], 'jobs.0.workload.bytes': [1000, 4000] },
};

const pages = servePages(async () => {
  const file = join(folder, 'scenario.json');
  const output = join(folder, 'sizes');
  writeFileSync(file, JSON.stringify(sweep));
  execFileSync(process.execPath, [weft, 'simulate', file, '-o', output]);
  return readdirSync(output)
    .filter((name) => name.endsWith('.weft'))
    .map((name) => join(output, name));
});

it('shows the runs of a sweep by their values, and compares two of them', async () => {
  await pages.open('');
  const { page } = pages;
  const section = page.getByRole('region', { name: 'Sweep sizes' });
  expect(await section.locator('th').allTextContents()).toEqual([
    ...['A', 'B', 'Run', 'routing', 'bytes', 'Ends after', 'Sent'],
  ]);
  const rows = section.locator('tbody tr');
  expect(
    await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].slice(2, 5).map((cell) => cell.textContent)),
    ),
  ).toEqual([
    ['0', 'd-mod-k', '1000'],
    ['1', 'd-mod-k', '4000'],
    ['2', 'up-down', '1000'],
    ['3', 'up-down', '4000'],
  ]);
  expect(await rows.nth(1).locator('td').last().textContent()).toBe('960\u00a0kB');
  expect(await page.getByRole('heading', { name: 'Your datasets' }).count()).toBe(0);
  await rows
    .nth(1)
    .getByRole('radio', { name: / as A$/ })
    .check();
  await rows
    .nth(3)
    .getByRole('radio', { name: / as B$/ })
    .check();
  await section.getByRole('link', { name: 'Compare A with B' }).click();
  await page.locator('.workbench').waitFor();
  await settle(page);
  expect(page.url()).toContain('#/d/routing-d-mod-k_bytes-4000?');
  expect(decodeURIComponent(page.url())).toContain('compare=dataset:routing-up-down_bytes-4000');
  expect(await page.locator('.side-name[data-side="a"]').count()).toBeGreaterThan(0);
  expect(await page.locator('.side-name[data-side="b"]').count()).toBeGreaterThan(0);
});

it('opens one run of a sweep', async () => {
  await pages.open('');
  await pages.page
    .getByRole('region', { name: 'Sweep sizes' })
    .getByRole('link', { name: '2', exact: true })
    .click();
  await pages.page.locator('.workbench').waitFor();
  await settle(pages.page);
  expect(pages.page.url()).toContain('#/d/routing-up-down_bytes-1000');
});
