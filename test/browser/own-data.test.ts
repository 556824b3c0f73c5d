import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningServer, startServer } from '@weft/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { importFolder } from '../../apps/cli/src/imports/import-folder.ts';
import { placeOnNetwork } from '../../apps/cli/src/imports/place-on-network.ts';
import { openBrowser, settle } from './open-browser.ts';
import { askDataset } from './serve-pages.ts';

const TRACE = fileURLToPath(new URL('../../fixtures/dumpi/bswap8', import.meta.url));

let browser: Browser;
let server: RunningServer;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weft-own-'));
  process.env.WEFT_HOME = join(folder, 'home');
  server = await startServer({ datasets: [], importFolder, placeOnNetwork, page: inject('page') });
  browser = await openBrowser(inject('chromium'));
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  delete process.env.WEFT_HOME;
  rmSync(folder, { recursive: true, force: true });
});

async function bring(label: string, path: string | string[]): Promise<void> {
  await page.goto(server.url);
  await settle(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: label }).click();
  await (await chooser).setFiles(path);
}

describe('a reader opens data of their own', () => {
  it('a folder with a trace is imported and opened', async () => {
    const trace = join(folder, 'my trace');
    cpSync(TRACE, trace, { recursive: true });
    await bring('Choose a folder', trace);
    await page.waitForURL(/#\/d\/my-trace/);
    await settle(page);
    expect(await page.locator('.dataset-button').textContent()).toContain('bswap, 8 ranks');
    const sql = { query: 'select sum(count)::int as n, sum(bytes)::int as bytes from messages' };
    const answer = await fetch(`${server.url}api/datasets/my-trace/sql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(sql),
    });
    expect(await answer.text()).toContain('1835008');
  });

  it('what its import read and left out is told as by weft info', async () => {
    await page.locator('.dataset-button').click();
    await page.getByRole('menuitem', { name: 'About this dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'About this dataset' });
    const row = (name: string) =>
      dialog.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    const manifest = join(folder, 'home', 'imports', 'my-trace.weft', 'manifest.json');
    const { tables, diagnostics, provenance } = JSON.parse(readFileSync(manifest, 'utf8'));
    for (const name of ['messages', 'spans', 'calls'])
      expect(await row(name).locator('dd').textContent()).toBe(String(tables[name].rows));
    for (const { text, count } of diagnostics)
      expect(await row(text).locator('dt').textContent()).toBe(String(count));
    expect(await row('files').first().locator('dd').textContent()).toBe(String(provenance[0].facts.files));
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
  });

  it('a trace without a network goes on one by a click, and its fullest links are listed', async () => {
    await page.goto(`${server.url}#/d/my-trace`);
    await settle(page);
    await page.getByRole('button', { name: 'Put its 8 ranks on a fat tree' }).click();
    await page.waitForURL(/#\/d\/my-trace-on-network/);
    await settle(page);
    expect(await page.locator('.dataset-button').textContent()).toContain(
      'bswap, 8 ranks on fat-tree:ports=4',
    );
    for (const view of ['fat-tree', 'hottest-links', 'timeline'])
      expect(await page.locator(`.panel[data-view="${view}"]`).count(), view).toBe(1);
    expect(await page.getByRole('button', { name: /^Put its/ }).count()).toBe(0);
    await page.locator('.panel[data-view="hottest-links"]').getByRole('row').nth(1).click();
    const params = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
    const [link] = JSON.parse(params.get('links') ?? '');
    const placed = join(folder, 'home', 'imports', 'my-trace-on-network.weft');
    const [least] = await askDataset(
      placed,
      `SELECT max(value) - (SELECT max(value) FROM counters WHERE link = ${link}) FROM counters`,
    );
    expect(least).toBe(0);
    const [bytes] = await askDataset(placed, 'SELECT sum(value) FROM counters');
    expect(bytes).toBeGreaterThan(0);
  });

  it('a scenario is simulated and opened', async () => {
    const scenario = join(folder, 'swap.json');
    cpSync(fileURLToPath(new URL('../../studies/binary-swap-4.json', import.meta.url)), scenario);
    await bring('Choose files', [scenario]);
    await page.waitForURL(/#\/d\/swap/);
    await settle(page);
    expect(await page.locator('.dataset-button').textContent()).toContain('Binary swap');
  });

  it('what cannot be read is said, and the page stays', async () => {
    const noise = join(folder, 'noise.txt');
    writeFileSync(noise, 'this is no trace');
    await bring('Choose files', [noise]);
    const alert = page.locator('.own-data [role=alert]');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/^noise\.txt: .*(no file|format|known)/i);
    expect(await page.getByRole('button', { name: 'Choose files' }).isVisible()).toBe(true);
  });
});
