import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { openBrowser, settle, watchFaults } from './open-browser.ts';

type ServerOptions = Omit<Parameters<typeof startFakeServer>[0], 'folder'> & { readonly folder?: string };

/** The shell with plain views over a server of fake datasets, new for each test, in a page that must show no fault. */
export function serveShell() {
  let browser: Browser;
  let server: FakeServer;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    browser = await openBrowser(inject('chromium'));
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    server = await startFakeServer({ folder: inject('testPage') });
    context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
    faults = watchFaults(page, server.url);
  });
  afterEach(async () => {
    expect(faults).toEqual([]);
    await context.close();
    await server.close();
  });

  const panel = (view: string, on = page): Locator => on.locator(`.panel[data-view="${view}"]`);

  return {
    get page() {
      return page;
    },
    get server() {
      return server;
    },
    panel,
    newPage: (): Promise<Page> => context.newPage(),

    /** Another server in the place of the one that each test starts with. */
    async serve(options: ServerOptions): Promise<void> {
      await server.close();
      server = await startFakeServer({ folder: inject('testPage'), ...options });
      faults = watchFaults(page, server.url);
    },

    async open(hash = '#/d/cluster', on = page): Promise<void> {
      await on.goto(`${server.url}${hash}`);
      await settle(on);
    },

    field: (name: string, on = page): Locator => on.locator(`[data-field="${name}"]`),

    async pickFromMenu(view: string, item: string): Promise<void> {
      await panel(view).hover();
      await panel(view).getByRole('button', { name: 'Panel menu' }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
      await settle(page);
    },

    chips: (on = page): Promise<string[]> => on.locator('.chip-text').allTextContents(),

    /** Drags over the time view from one share of its width to another. */
    async brushTime(from: number, to: number, moves = 12): Promise<void> {
      const box = (await panel('time-chart').locator('svg[role=presentation]').boundingBox())!;
      const y = box.y + box.height / 2;
      await page.mouse.move(box.x + from * box.width, y);
      await page.mouse.down();
      await page.mouse.move(box.x + to * box.width, y, { steps: moves });
      await page.mouse.up();
      await settle(page);
    },
  };
}
