import { type RunningServer, startServer } from '@weft/server';
import { openDataset } from '@weft/store';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { openBrowser, settle, watchFaults } from './open-browser.ts';

/** A server of real datasets and, for each test, a new page that must show no fault. */
export interface ServedPages {
  /** That of the running test. */
  readonly page: Page;
  /** Goes to an address of the page (`#/d/...`) and waits until it has settled. */
  open(hash: string): Promise<void>;
  panel(view: string, side?: string): Locator;
}

const engine = process.env.WEFT_TEST_ENGINE || undefined;
/** An engine elsewhere answers within seconds, on a busy machine within many. */
const PATIENCE_MS = engine ? 120_000 : 30_000;

/**
 * To be called at the top of a test file: sets up before its tests and cleans up after them. WEFT_TEST_ENGINE is the address
 * of an engine that answers in the place of the server's own; temporary folders must then be where it sees them.
 */
export function servePages(datasets: () => Promise<readonly string[]>): ServedPages {
  let browser: Browser;
  let server: RunningServer;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    server = await startServer({ datasets: await datasets(), page: inject('page'), engine });
    browser = await openBrowser(inject('chromium'));
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
    faults = watchFaults(page, new URL(server.url).origin);
  });
  afterEach(async () => {
    expect(faults).toEqual([]);
    await context.close();
  });

  return {
    get page() {
      return page;
    },
    async open(hash) {
      await page.goto(`${server.url}${hash}`);
      await settle(page);
    },
    panel(view, side = '') {
      const panels = page.locator(`.panel[data-view="${view}"]`);
      return side ? panels.filter({ has: page.locator(`.side-name[data-side="${side}"]`) }) : panels;
    },
  };
}

/** The first row of an answer of the data itself. */
export async function askDataset(path: string, query: string): Promise<number[]> {
  const dataset = await openDataset(path);
  try {
    const { columns } = await dataset.sql(query, {});
    return Object.values(columns).map((column) => Number((column as Float64Array)[0]));
  } finally {
    await dataset.close();
  }
}
