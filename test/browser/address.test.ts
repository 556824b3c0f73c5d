import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, type Random } from '@weft/model';
import { importFiles } from '@weft/readers';
import { createDataset } from '@weft/store';
import { views } from '@weft/views';
import type { BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it } from 'vitest';
import { readWords } from './dataset-words.ts';
import { type DatasetWords, randomAddress } from './random-address.ts';
import { createReader, type Reader, rest } from './random-reader.ts';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';
import { writeDragonfly } from './write-dragonfly.ts';
import { writeMachine } from './write-machine.ts';

/** States of each view; 50 for the full form. */
const STATES = Number(process.env.WEFT_ADDRESS_STATES ?? 1);
const SEED = process.env.WEFT_ADDRESS_SEED ?? 'weft';
/** Where pictures that differ are kept; none where it is not set. */
const PICTURES = process.env.WEFT_ADDRESS_PICTURES;
const folder = mkdtempSync(join(tmpdir(), 'weft-address-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const words = new Map<string, DatasetWords>();
const pages = servePages(async () => {
  await writeMachine(join(folder, 'tree.weft'));
  await writeDragonfly(join(folder, 'groups.weft'));
  const trace = await createDataset(join(folder, 'trace.weft'));
  const fixture = fileURLToPath(new URL('../../fixtures/dumpi/amr16', import.meta.url));
  await trace.finish((await importFiles([fixture], trace, {})).facts);
  const studies = await studyDatasets(['torus-alternating']);
  const written = ['tree', 'groups', 'trace'].map((name) => join(folder, `${name}.weft`));
  for (const [i, name] of ['tree', 'groups', 'trace', 'torus-alternating'].entries())
    words.set(name, await readWords([...written, ...studies][i]));
  return [...written, ...studies];
});

/** Where each view has something to show. */
const datasets: Readonly<Record<string, string>> = {
  torus: 'torus-alternating',
  dragonfly: 'groups',
  commgram: 'trace',
  timeline: 'trace',
  'comm-matrix': 'trace',
  'call-profile': 'trace',
  hive: 'trace',
  'phase-graph': 'trace',
};

const datasetOf = (view: string): string => datasets[view] ?? 'tree';

function firstAddress(view: string): string {
  const compare = view === 'compare' ? 'compare=job:1&' : '';
  const detail = view === 'link-detail' ? 'links=[40]&' : '';
  return `#/d/${datasetOf(view)}?${compare}${detail}jobs=[0]&layout=${view}`;
}

/** All but whether there is something to undo: an address cannot tell that. */
const picture = (page: Page): Promise<Buffer> =>
  page.screenshot({ mask: [page.getByRole('button', { name: /^(Undo|Redo)$/ })] });

let others: BrowserContext | undefined;
afterAll(() => others?.close());

/** What a fresh page shows at an address. */
async function fresh(url: string): Promise<Buffer> {
  const browser = pages.page.context().browser()!;
  others ??= await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  const page = await others.newPage();
  try {
    await page.goto(url);
    await rest(page);
    expect(page.url()).toBe(url);
    return await picture(page);
  } finally {
    await page.close();
  }
}

/** Edges that fall between two pixels may be smoothed otherwise after another way to the same picture. */
const FEW_PIXELS = 20;
const SMOOTHING = 64;

/** Pixels that are not the same colour. */
function differing(now: Buffer, then: Buffer): number {
  const [a, b] = [PNG.sync.read(now), PNG.sync.read(then)];
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4)
    if ([0, 1, 2].some((channel) => Math.abs(a.data[i + channel] - b.data[i + channel]) > SMOOTHING)) count++;
  return count;
}

function expectSame(now: Buffer, then: Buffer, what: string, name: string): void {
  const pixels = now.equals(then) ? 0 : differing(now, then);
  if (PICTURES && pixels > FEW_PIXELS) {
    writeFileSync(join(PICTURES, `${name}-now.png`), now);
    writeFileSync(join(PICTURES, `${name}-then.png`), then);
  }
  expect.soft(pixels, what).toBeLessThanOrEqual(FEW_PIXELS);
}

/** Presses a button of the history until it has nothing more to do; gives the addresses on the way. */
async function goThrough(page: Page, button: 'Undo' | 'Redo'): Promise<string[]> {
  const control = page.getByRole('button', { name: button, exact: true });
  const addresses: string[] = [];
  while (await control.isEnabled()) {
    await control.click();
    await rest(page);
    addresses.push(page.url());
  }
  return addresses;
}

/** Follows a link to another place; then something is done there by hand. */
async function goOn(page: Page, view: string, reader: Reader, random: Random): Promise<string> {
  const { hash } = new URL(page.url());
  const next = randomAddress(hash, view, words.get(datasetOf(view))!, random);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, next);
  await rest(page);
  return `${next}; ${await reader.act()}`;
}

describe('an address', () => {
  it.each(views.map(({ id }) => id))(
    'brings the picture of %s back, and undo and redo pass through it',
    async (view) => {
      const { page } = pages;
      await pages.open(firstAddress(view));
      await rest(page);
      const start = { url: page.url(), picture: await picture(page) };
      const reader = createReader(page, view, `${SEED} ${view}`);
      const random = createRandom(`${SEED} ${view} links`);
      for (let state = 0; state < STATES; state++) {
        const done = await goOn(page, view, reader, random);
        const told = `${page.url()}\nafter ${done}`;
        expectSame(await picture(page), await fresh(page.url()), told, `${view}-${state}`);
      }
      const end = { url: page.url(), picture: await picture(page) };
      const back = await goThrough(page, 'Undo');
      expect(back.at(-1) ?? start.url).toBe(start.url);
      expectSame(await picture(page), start.picture, 'the start', `${view}-start`);
      const forth = await goThrough(page, 'Redo');
      expect(forth).toEqual([...back.slice(0, -1).reverse(), end.url].slice(0, forth.length));
      expect(page.url()).toBe(end.url);
      expectSame(await picture(page), end.picture, 'the end', `${view}-end`);
    },
    120_000 + STATES * 20_000,
  );
});
