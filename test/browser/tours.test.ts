import { readdirSync, readFileSync } from 'node:fs';
import { startServer } from '@weft/server';
import { openDataset } from '@weft/store';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBrowser, settle, watchFaults } from './open-browser.ts';
import { studyDatasets } from './weft-datasets.ts';

const studies = ['ftree-vs-sar', 'pods-fragmented', 'pods-packed'];
const folder = new URL('../../studies/tours/', import.meta.url);

let browser: Browser;
let server: Awaited<ReturnType<typeof startServer>>;
let paths: string[];
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  paths = await studyDatasets(studies);
  [browser, server] = await Promise.all([
    openBrowser(inject('chromium')),
    startServer({ datasets: paths, page: inject('page') }),
  ]);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  page = await context.newPage();
  faults = watchFaults(page, server.url);
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await context.close();
});

async function ask(study: string, query: string): Promise<number> {
  const dataset = await openDataset(paths[studies.indexOf(study)]);
  try {
    return Number(
      Object.values((await dataset.sql(query, {})).columns).map((column) => (column as Float64Array)[0])[0],
    );
  } finally {
    await dataset.close();
  }
}

async function start(study: string): Promise<void> {
  await page.goto(`${server.url}#/d/${study}`);
  await settle(page);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: /Two-minute tour/ }).click();
  await page.locator('.tour-card').waitFor();
  await settle(page);
}

async function next(): Promise<void> {
  const before = await page.locator('.tour-count').textContent();
  await page.keyboard.press('Enter');
  await page.waitForFunction((count) => document.querySelector('.tour-count')?.textContent !== count, before);
  await settle(page);
}

const text = async () => (await page.locator('.tour-text').textContent())!.replace(/\u00a0/g, ' ');

describe('tours', () => {
  it('have an answer of the data for every number, and no number of their own', async () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const tour = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
      for (const [name, number] of Object.entries<{ sql: string; dataset?: string }>(tour.numbers)) {
        const dataset = await openDataset(paths[studies.indexOf(number.dataset ?? tour.study)]);
        const { rows } = await dataset.sql(number.sql, {});
        await dataset.close();
        expect(rows, `${file}: ${name}`).toBe(1);
      }
      for (const step of tour.steps) {
        const plain = `${step.title} ${step.text}`.replace(/\{[\w.]+\}/g, '').replace(/\bL\d\b/g, '');
        expect(plain, `${file}: a number typed in`).not.toMatch(/\d/);
      }
    }
  }, 120_000);

  it('walks through ftree against SAR by keyboard alone, with numbers of the data', async () => {
    await start('ftree-vs-sar');
    expect(await text()).toContain('1,296 nodes and 180 switches');
    await next();
    expect(await text()).toContain('busiest link carried 1.78 TB');
    await next();
    const hot = await ask(
      'ftree-vs-sar',
      `SELECT count(*) FROM (SELECT c.link FROM counters c JOIN links l ON l.id = c.link AND l.class <> 'L0-L1'
        WHERE c.metric = 'data_sent' AND c.time > 3 * 3600e9 AND c.time <= 7 * 3600e9
        GROUP BY c.link HAVING sum(c.value) > 1e12)`,
    );
    expect(await text()).toContain(`${hot} of them lie between switches`);
    await next();
    const [, up, down] = /(\d\.\d\d) times the mean.* (\d\.\d\d) times the mean/.exec(await text())!;
    expect(Number(down)).toBeGreaterThan(1.5 * Number(up));
    await next();
    expect(page.url()).toContain('compare=job');
    expect(await page.locator('.side-name').count()).toBe(8);
    await next();
    expect(await page.locator('.panel[data-view="link-detail"] .link-name').first().textContent()).toBe(
      'sar.qball',
    );
    await page.keyboard.press('Enter');
    await page.locator('.tour-card').waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('tour=');
  });

  it('goes through pods, to the other dataset and back, and closes by Esc', async () => {
    await start('pods-fragmented');
    await next();
    const [, culprit] = /largest part is (\w+)/.exec(await text())!;
    await next();
    const shown = await page.locator('.remainder b').first().textContent();
    expect(await text()).toContain(`routes of ${culprit} that are hot remain: ${shown} of 19,200`);
    expect(await page.locator('.chip[data-key=jobs]').textContent()).toContain(`job ${culprit}`);
    await next();
    await next();
    expect(await text()).toMatch(/: 22 of the 40 L2 switches of both pods are used, and 4 of 80 L3/);
    await next();
    await next();
    expect(page.url()).toContain('#/d/pods-packed');
    const top = await ask(
      'pods-packed',
      "SELECT sum(bytes) / 1e9 FROM loads o JOIN links l ON l.id = o.link WHERE l.class = 'L2-L3'",
    );
    expect(await text()).toContain(`carry ${top.toPrecision(3)} GB instead of`);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#/d/pods-fragmented'));
    await settle(page);
    expect(await page.locator('.tour-count').textContent()).toBe('6 of 8');
    await page.reload();
    await settle(page);
    expect(await page.locator('.tour-count').textContent()).toBe('6 of 8');
    await page.keyboard.press('Escape');
    await page.locator('.tour-card').waitFor({ state: 'detached' });
    expect(await page.locator('.chip').count()).toBeGreaterThan(0);
  });
});
