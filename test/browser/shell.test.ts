import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { openBrowser, settle, watchFaults } from './open-browser.ts';

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

async function open(hash = '#/d/cluster', on = page): Promise<void> {
  await on.goto(`${server.url}${hash}`);
  await settle(on);
}

function panel(view: string, on = page): Locator {
  return on.locator(`.panel[data-view="${view}"]`);
}

function field(name: string, on = page): Locator {
  return on.locator(`[data-field="${name}"]`);
}

async function pickFromMenu(view: string, item: string): Promise<void> {
  await panel(view).hover();
  await panel(view).getByRole('button', { name: 'Panel menu' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  await settle(page);
}

async function chips(on = page): Promise<string[]> {
  return on.locator('.chip-text').allTextContents();
}

/** Drags over the time view from one share of its width to another. */
async function brushTime(from: number, to: number, moves = 12): Promise<void> {
  const box = (await panel('time-chart').locator('svg[role=presentation]').boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, y, { steps: moves });
  await page.mouse.up();
  await settle(page);
}

describe('gallery', () => {
  it('shows studies and datasets with their facts and opens one', async () => {
    await open('');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('fabric');
    expect(await page.locator('.gallery h2').allTextContents()).toEqual([
      'Open your own data',
      'Your datasets',
      'Where is the traffic?',
    ]);
    expect(await page.locator('.card h3').allTextContents()).toEqual([
      'Cluster, one day',
      'Hot links of a fat tree',
    ]);
    expect(await page.locator('.card').nth(1).textContent()).toContain(
      'Which links carry three times the mean?',
    );
    expect(await page.locator('.card').nth(1).textContent()).toContain('first opened: 1 s');
    expect(await page.locator('.card').nth(0).locator('.facts').textContent()).toContain('48');
    await page.getByRole('link', { name: /Cluster, one day/ }).click();
    await settle(page);
    expect(page.url()).toBe(`${server.url}#/d/cluster`);
    expect(await page.title()).toBe('Cluster, one day – Weft');
    await page.goBack();
    await settle(page);
    expect(await page.locator('.card').count()).toBe(2);
  });

  it('generates a study in sight when it is first opened', async () => {
    await open('');
    await page.getByRole('link', { name: /Hot links/ }).click();
    await page.locator('.card progress').waitFor();
    await page.locator('.workbench').waitFor();
    await settle(page);
    expect(await page.locator('.remainder').textContent()).toContain('160 of 160');
  });

  it('generates a study anew when the page is reloaded half-way', async () => {
    await page.goto(`${server.url}#/d/tree`);
    await page.locator('progress').waitFor();
    await page.reload();
    await page.locator('.workbench').waitFor();
    await settle(page);
    expect(await page.locator('.remainder').textContent()).toContain('160 of 160');
  });

  it('says what to do when there is nothing', async () => {
    await server.close();
    server = await startFakeServer({ folder: inject('testPage'), empty: true });
    faults = watchFaults(page, server.url);
    await open('');
    expect(await page.locator('.status').textContent()).toContain('weft import');
  });

  it('keeps the token out of the address and sends it', async () => {
    await server.close();
    server = await startFakeServer({ folder: inject('testPage'), token: 'secret' });
    faults = watchFaults(page, server.url);
    await page.goto(`${server.url}?token=secret#/d/cluster`);
    await settle(page);
    expect(page.url()).not.toContain('secret');
    expect(await page.locator('.remainder').textContent()).toContain('of 160');
    await page.reload();
    await settle(page);
    expect(await page.locator('.remainder').textContent()).toContain('of 160');
  });
});

describe('a server with a token', () => {
  it('copies links with a token of their own, which can be ended', async () => {
    await server.close();
    server = await startFakeServer({ folder: inject('testPage'), token: 'secret' });
    faults = watchFaults(page, server.url);
    await page.goto(`${server.url}?token=secret#/d/cluster`);
    await settle(page);
    await pickFromMenu('jobs', 'Copy link');
    await page.locator('.notice').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\?token=[\w-]{32}#\/d\/cluster/);
    const colleague = await context.newPage();
    await open(link.slice(server.url.length), colleague);
    expect(await colleague.locator('.remainder').textContent()).toContain('of 160');
    await pickFromMenu('jobs', 'End shared links');
    await page.getByText('no longer let anybody in').waitFor();
    await colleague.reload();
    await settle(colleague);
    expect(await colleague.locator('.status').textContent()).toContain('ask for a new one');
  });
});

describe('panels', () => {
  it('opens the preset with the views that exist, each in its exact size', async () => {
    await open();
    expect(await page.locator('.panel').count()).toBe(3);
    const links = page.locator('.test-links');
    const body = (await panel('histogram').locator('.panel-body').boundingBox())!;
    expect(Number(await links.getAttribute('data-width'))).toBe(body.width);
    expect(Number(await links.getAttribute('data-height'))).toBe(body.height);
  });

  it('splits, chooses a view, and closes', async () => {
    await open();
    await pickFromMenu('jobs', 'Split down');
    expect(await page.locator('.panel').count()).toBe(4);
    await panel('')
      .getByRole('button', { name: /^Links/ })
      .click();
    await settle(page);
    expect(await panel('histogram').count()).toBe(2);
    await panel('histogram').first().hover();
    await panel('histogram').first().getByRole('button', { name: 'Close' }).click();
    await settle(page);
    expect(await page.locator('.panel').count()).toBe(3);
  });

  it('lists views that refuse, greyed and with their reason', async () => {
    await open();
    await panel('jobs')
      .getByRole('button', { name: /View of this panel/ })
      .click();
    const refused = page.getByRole('menuitemradio', { name: /^Torus/ });
    expect(await refused.getAttribute('aria-disabled')).toBe('true');
    expect(await refused.textContent()).toContain('This network is no torus');
    const confused = page.getByRole('menuitemradio', { name: /^Confused/ });
    expect(await confused.textContent()).toContain('This view failed: no idea');
    await page.keyboard.press('Escape');
  });

  it('drags a splitter by mouse and moves it by keyboard', async () => {
    await open();
    const width = async () => (await panel('jobs').boundingBox())!.width;
    const before = await width();
    const splitter = page.getByRole('separator', { name: /Width/ });
    const box = (await splitter.boundingBox())!;
    await page.mouse.move(box.x, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 101, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await settle(page);
    expect(Math.abs((await width()) - before - 101)).toBeLessThanOrEqual(1);
    const dragged = await width();
    await splitter.focus();
    await page.keyboard.press('ArrowLeft');
    await settle(page);
    expect(Math.abs((await width()) - dragged + 16)).toBeLessThanOrEqual(1);
    expect(page.url()).toContain('layout=v(');
    const shared = await width();
    await page.reload();
    await settle(page);
    expect(Math.abs((await width()) - shared)).toBeLessThanOrEqual(1);
  });

  it('swaps two panels by dragging a title onto the other', async () => {
    await open();
    const left = async (view: string) => (await panel(view).boundingBox())!.x;
    expect(await left('jobs')).toBe(0);
    await panel('jobs')
      .locator('.panel-title')
      .dragTo(panel('histogram').locator('.panel-body'), {
        sourcePosition: { x: 200, y: 14 },
      });
    await settle(page);
    expect(await left('histogram')).toBe(0);
    expect(await left('jobs')).toBeGreaterThan(0);
  });

  it('maximises, restores and remembers it', async () => {
    await open();
    await pickFromMenu('histogram', 'Maximise');
    expect(await page.locator('.panel').count()).toBe(1);
    await page.reload();
    await settle(page);
    expect(await page.locator('.panel').count()).toBe(1);
    await page.getByRole('button', { name: 'Restore' }).click();
    await settle(page);
    expect(await page.locator('.panel').count()).toBe(3);
  });

  it('keeps options of a view in the address', async () => {
    await open();
    await page.getByRole('button', { name: 'Sort' }).click();
    await page.reload();
    await settle(page);
    expect(await field('option').textContent()).toBe('true');
  });

  it('explains a view and exports its numbers', async () => {
    await open();
    await pickFromMenu('histogram', 'How to read this');
    expect(await page.locator('.how-to-read').textContent()).toContain('The links that carry most');
    const download = page.waitForEvent('download');
    await pickFromMenu('histogram', 'Export CSV');
    expect((await download).suggestedFilename()).toBe('cluster-histogram.csv');
    const picture = page.waitForEvent('download');
    await pickFromMenu('histogram', 'Export PNG');
    expect((await picture).suggestedFilename()).toBe('cluster-histogram.png');
  });
});

describe('selection', () => {
  it('brushes without a request and makes one undo step', async () => {
    await open();
    const calls = server.calls.length;
    const whole = await field('first').textContent();
    await brushTime(0.25, 0.5);
    expect(server.calls.length).toBe(calls);
    expect(await chips()).toEqual(['4 Jan 00:30 – 01:00 UTC']);
    const brushed = await field('first').textContent();
    expect(brushed).not.toBe(whole);
    await page.keyboard.press('Control+z');
    await settle(page);
    expect(await chips()).toEqual([]);
    expect(await field('first').textContent()).toBe(whole);
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Shift+Z');
    await settle(page);
    expect(await field('first').textContent()).toBe(brushed);
  });

  it('does not touch the address before a drag ends', async () => {
    await open();
    const box = (await panel('time-chart').locator('svg[role=presentation]').boundingBox())!;
    await page.mouse.move(box.x + 100, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 50, { steps: 5 });
    await settle(page);
    expect((await chips()).length).toBe(1);
    expect(page.url()).toBe(`${server.url}#/d/cluster`);
    await page.mouse.up();
    await settle(page);
    expect(page.url()).toContain('time=');
  });

  it('comes back by reload, by a copied link and by the back button', async () => {
    await open();
    await brushTime(0.25, 0.5);
    await page.getByRole('button', { name: 'kripke' }).click();
    await pickFromMenu('jobs', 'Split right');
    await page.getByRole('combobox', { name: /Metric/ }).selectOption('wait');
    await page.getByRole('combobox', { name: 'Colour map' }).selectOption('viridis');
    await settle(page);
    const state = async (on = page) => [
      await chips(on),
      await on.locator('.panel').count(),
      await field('metric', on).textContent(),
      await field('first', on).textContent(),
      await on.getByRole('combobox', { name: 'Colour map' }).inputValue(),
    ];
    const before = await state();
    expect(before.slice(0, 3)).toEqual([['4 Jan 00:30 – 01:00 UTC', 'job kripke'], 4, 'wait']);
    await page.reload();
    await settle(page);
    expect(await state()).toEqual(before);

    await pickFromMenu('histogram', 'Copy link');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await context.newPage();
    await other.goto(link);
    await settle(other);
    expect(await state(other)).toEqual(before);
    await other.close();

    const backTo = async (metric: string) => {
      await page.goBack();
      await settle(page);
      expect(await field('metric').textContent()).toBe(metric);
      expect(await chips()).toEqual(before[0]);
    };
    await backTo('wait');
    expect(await page.getByRole('combobox', { name: 'Colour map' }).inputValue()).toBe('cividis');
    await backTo('data');
    expect(await page.locator('.panel').count()).toBe(4);
    await backTo('data');
    expect(await page.locator('.panel').count()).toBe(3);
  });

  it('says what an address contains that it cannot show, and shows the rest', async () => {
    await open('#/d/cluster?jobs=[1]&zoom=3&time=soon');
    expect(await page.locator('.notice').textContent()).toBe(
      'This link contains «zoom», which this version does not know; and «time», which cannot be read. The rest is shown.',
    );
    expect(await chips()).toHaveLength(1);
  });

  it('removes a chip, and Esc clears what was narrowed last', async () => {
    await open();
    await brushTime(0.1, 0.2);
    await page.getByRole('button', { name: 'Only L1-L2' }).click();
    await settle(page);
    expect(await page.locator('.remainder').textContent()).toContain('64 of 160');
    expect(await field('visible').textContent()).toBe('64');
    await page.keyboard.press('Escape');
    await settle(page);
    expect(await chips()).toEqual(['4 Jan 00:12 – 00:24 UTC']);
    await page.getByRole('button', { name: /^Remove/ }).click();
    await settle(page);
    expect(await chips()).toEqual([]);
  });

  it('steps and plays through time by keyboard', async () => {
    await open();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowRight');
    await settle(page);
    expect(await chips()).toEqual(['4 Jan 00:02 – 00:04 UTC']);
    await page.keyboard.press('ArrowLeft');
    await settle(page);
    expect(await chips()).toEqual(['4 Jan 00:00 – 00:02 UTC']);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.waitForFunction(() => !document.querySelector('.chip-text')?.textContent?.includes('00:00'));
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await settle(page);
    expect(page.url()).toContain('time=');
    await page.keyboard.press('Control+z');
    await settle(page);
    expect(await chips()).toEqual(['4 Jan 00:00 – 00:02 UTC']);
  });

  it('offers only what makes sense of a level', async () => {
    await open();
    await page.getByRole('combobox', { name: /Metric/ }).selectOption('temperature');
    await settle(page);
    const aggregate = page.getByRole('combobox', { name: /Aggregate/ });
    expect(await aggregate.locator('option').allTextContents()).toEqual(['mean per step', 'largest step']);
    expect(await field('first').textContent()).toMatch(/^\d+(\.\d)?\s°C$/);
  });
});

describe('search, help, theme', () => {
  it('finds a switch by name, a host by GUID, a link and a job', async () => {
    await open();
    const find = async (text: string, key = 'Enter') => {
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: /Search/ }).fill(text);
      await page.locator('.search-hit').first().waitFor();
      await page.keyboard.press(key);
      await settle(page);
    };
    await find('leaf3');
    await find('0xe41d2d0300000007', 'Shift+Enter');
    await find('qball');
    await find('node4 -> leaf0');
    expect(await chips()).toEqual(['job qball', 'from leaf3', 'to node7', 'through node4 → leaf0']);
  });

  it('shows help on ? and closes it by Esc without touching the selection', async () => {
    await open();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help' });
    await help.waitFor();
    expect(await help.textContent()).toContain('play or pause');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await settle(page);
    expect((await chips()).length).toBe(1);
  });

  it('switches the theme, keeps it, and leaves it out of the address', async () => {
    await open();
    const theme = () => page.locator('html').getAttribute('data-theme');
    expect(await theme()).toBe('light');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await settle(page);
    expect(await theme()).toBe('dark');
    expect(page.url()).toBe(`${server.url}#/d/cluster`);
    await page.reload();
    await settle(page);
    expect(await theme()).toBe('dark');
  });

  it('reaches every control of the bars and panels by Tab', async () => {
    await open();
    const reached = new Set<string>();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      reached.add(name);
    }
    const dataset = 'Study or dataset: Cluster, one day';
    for (const name of [dataset, 'Play', 'Search', 'Help', 'Panel menu', 'Close', 'qball']) {
      expect(reached).toContain(name);
    }
    expect([...reached].some((name) => name.startsWith('Width of'))).toBe(true);
  });
});

describe('failures', () => {
  it('keeps a failing view in its panel and lets the others live', async () => {
    await open('#/d/cluster?layout=v(300:time-chart,700:h(300:broken,300:failing,400:histogram))');
    expect(await panel('broken').getByRole('alert').textContent()).toContain('This view cannot draw.');
    expect(await panel('failing').getByRole('alert').textContent()).toContain('The analysis boom failed.');
    const whole = await field('first').textContent();
    await brushTime(0.4, 0.6);
    expect(await field('first').textContent()).not.toBe(whole);
    server.failing.clear();
    await panel('failing').getByRole('button', { name: 'Retry' }).click();
    await settle(page);
    expect(await field('rows').textContent()).toBe('6');
  });

  it('says so when a view cannot be loaded, and tries again', async () => {
    await open('#/d/cluster?layout=h(500:late,500:histogram)');
    const alert = panel('late').getByRole('alert');
    expect(await alert.textContent()).toContain('The view «Late» could not be loaded.');
    await panel('late').getByRole('button', { name: 'Retry' }).click();
    await settle(page);
    expect(await panel('late').textContent()).toContain('here at last');
  });

  it('shows progress of slow work and cancels it with its panel', async () => {
    await page.goto(`${server.url}#/d/cluster?layout=h(500:histogram,500:slow)`);
    await panel('slow').locator('progress').waitFor();
    expect(await panel('slow').textContent()).toContain('Computing slow');
    await panel('slow').hover();
    await panel('slow').getByRole('button', { name: 'Close' }).click();
    await settle(page);
    await expect.poll(() => server.cancelled).toEqual(['slow']);
  });

  it('says so when the dataset is not there, and leads back', async () => {
    await open('#/d/nothing');
    expect(await page.getByRole('alert').textContent()).toContain('no dataset or study "nothing"');
    await page.getByRole('button', { name: 'Back to the gallery' }).click();
    await settle(page);
    expect(await page.locator('.card').count()).toBe(2);
  });
});

describe('the page as built', () => {
  it('starts under the strict policy without a fault', async () => {
    await server.close();
    server = await startFakeServer({ folder: inject('page') });
    faults = watchFaults(page, server.url);
    await open('');
    expect(await page.locator('.card').count()).toBe(2);
    await open();
    expect(await page.locator('.workbench').count()).toBe(1);
  });
});
