import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchFromRows, type GivenRowOf, tables } from '@weft/model';
import { type RunningServer, startServer } from '@weft/server';
import { createDataset } from '@weft/store';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { importFolder } from '../../apps/cli/src/imports/import-folder.ts';
import { openBrowser, settle } from './open-browser.ts';
import { askDataset } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';
import { writeMachine } from './write-machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-tasks-'));
let browser: Browser;
let server: RunningServer;
let page: Page;
let day = '';
let clicks = 0;
/** A day of counters on 7776 links takes its time on a busy machine. */
const PATIENCE_MS = 90_000;

/** Eight ranks around a ring, ten times; rank 6 sends once 40 ms late, for which rank 7 waits. */
async function writeLateSender(path: string): Promise<void> {
  const rows: GivenRowOf<typeof tables.messages>[] = [];
  for (let round = 0; round < 10; round++) {
    for (let src = 0; src < 8; src++) {
      const posted = round * 60e6 + src * 1000;
      const sent = posted + 1e6 + (src === 6 && round === 4 ? 40e6 : 0);
      rows.push({
        id: rows.length,
        job: 0,
        src,
        dst: (src + 1) % 8,
        bytes: 1e6,
        tag: round,
        comm: 0,
        call: 'MPI_Send',
        send_start: sent,
        send_end: sent + 1000,
        recv_start: posted,
        recv_end: sent + 2000,
      });
    }
  }
  const writer = await createDataset(path);
  await writer.write('messages', batchFromRows(tables.messages, rows));
  const job = { id: 0, name: 'ring', user: null, state: null, start: 0, end: 600e6 };
  await writer.write('jobs', batchFromRows(tables.jobs, [job]));
  const ranks = Array.from({ length: 8 }, (_, rank) => ({ job: 0, rank, host: -1 }));
  await writer.write('ranks', batchFromRows(tables.ranks, ranks));
  await writer.finish({ title: 'Eight ranks', timeRange: [0, 600e6] });
}

beforeAll(async () => {
  process.env.WEFT_HOME = join(folder, 'home');
  const ring = join(folder, 'ring.weft');
  await writeLateSender(ring);
  await writeMachine(join(folder, 'own.weft'));
  const studies = await studyDatasets(['fat-tree-1296', 'ftree-vs-sar', 'pipeline-432']);
  day = studies[0];
  server = await startServer({ datasets: [ring, ...studies], importFolder, page: inject('page') });
  browser = await openBrowser(inject('chromium'));
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
  delete process.env.WEFT_HOME;
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE_MS);
  clicks = 0;
});
afterEach(() => page.close());

async function open(hash = ''): Promise<void> {
  await page.goto(`${server.url}${hash}`);
  await settle(page);
}

async function click(target: Locator): Promise<void> {
  clicks++;
  await target.click();
  await settle(page);
}

/** Can it be read without scrolling? */
async function isInView(text: Locator): Promise<boolean> {
  const box = await text.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 800 && box.x + box.width <= 1280;
}

const strip = () => page.getByRole('navigation', { name: 'Findings' });
const panel = (view: string) => page.locator(`.panel[data-view="${view}"]`);

describe('who sees Weft for the first time finds on the page', () => {
  it('what it is for, in view without a click', async () => {
    await open();
    const lead = page.getByText("See what flows through a supercomputer's fabric");
    const more = page.getByText('Which messages a parallel program sends, which links carry them');
    expect(await isInView(lead)).toBe(true);
    expect(await isInView(more)).toBe(true);
    expect(await isInView(page.getByRole('button', { name: 'Choose files' }))).toBe(true);
  });

  it('the hottest link at its busiest time and the job that runs, by one click', async () => {
    await open('#/d/fat-tree-1296');
    await click(panel('hottest-links').getByRole('row').nth(1));
    const [percent, time] = await askDataset(
      day,
      `SELECT 100 * value / (SELECT min(time) FROM counters WHERE metric = 'data_sent') * 1e9 / capacity AS percent, time
      FROM counters JOIN links ON link = id WHERE metric = 'data_sent' ORDER BY percent DESC LIMIT 1`,
    );
    const told = (await panel('link-detail').textContent()) ?? '';
    const job = /while (\S+) runs/.exec(told)?.[1];
    expect(told).toContain(`${percent.toPrecision(3)}\u00a0%`);
    const [running] = await askDataset(
      day,
      `SELECT count(*) FROM jobs WHERE name = '${job}' AND start < ${time} AND "end" >= ${time}`,
    );
    expect(running).toBe(1);
    const lower = async (target: Locator): Promise<number> => {
      const { y, height } = (await target.boundingBox())!;
      return y + height;
    };
    const share = await lower(panel('link-detail').locator('.link-name').first());
    expect(share).toBeLessThanOrEqual(await lower(panel('link-detail').locator('.link-detail')));
    expect(clicks).toBe(1);
  });

  it('whether ftree or SAR is worse and by how much, by one click', async () => {
    await open('#/d/ftree-vs-sar');
    await click(page.getByRole('button', { name: 'qball', exact: true }));
    const verdict = page.locator('output.findings').filter({ hasText: 'largest link' });
    await verdict.waitFor();
    expect(await verdict.textContent()).toMatch(/largest link \+\d+(\.\d+)?\u00a0%/);
    expect(clicks).toBe(1);
  });

  it('why rank 7 waits, and when, by one click', async () => {
    await open('#/d/ring');
    const sentence = strip().getByRole('link', { name: /Rank 7 waits/ });
    expect(await sentence.textContent()).toMatch(/^\d? ?Rank 7 waits 41\u00a0ms for rank 6/);
    await click(sentence);
    const chips = await page.locator('footer, .bottom-bar').first().textContent();
    expect(chips).toMatch(/rank.* 6.*7|7.* 6/);
    expect(clicks).toBe(1);
  });

  it('the period with its unit, without a click', async () => {
    await open('#/d/pipeline-432');
    expect(await strip().textContent()).toMatch(/repeats every 9 phases, about every 413\u00a0ms/);
    expect(await panel('commgram').textContent()).toContain('period 9 phases');
    expect(clicks).toBe(0);
  });

  it('the hottest link of data of their own, by one click after they were brought', async () => {
    await open();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a folder' }).click();
    await (await chooser).setFiles(join(folder, 'own.weft'));
    await page.waitForURL(/#\/d\//);
    await settle(page);
    await click(panel('hottest-links').getByRole('row').nth(1));
    const [link] = await askDataset(
      join(folder, 'own.weft'),
      "SELECT link FROM counters WHERE metric = 'data_sent' ORDER BY value DESC LIMIT 1",
    );
    const params = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
    expect(JSON.parse(params.get('links') ?? '')).toEqual([link]);
    expect(clicks).toBe(1);
  });
});
