import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '@weft/server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { main } from '../../apps/cli/src/main.ts';
import { type MachinePage, openMachine } from './machine-page.ts';
import { openBrowser, watchFaults } from './open-browser.ts';

/** 64 nodes, three layers: every number below can be told by hand. */
const SCENARIO = {
  version: 1,
  title: 'Neighbours on 64 nodes',
  seed: 4,
  network: { family: 'kary-ntree', params: { arity: 4, layers: 3 } },
  routing: 'd-mod-k',
  link: { bandwidth: '12.5 GB/s', latency: '100 ns' },
  jobs: [
    {
      name: 'grid',
      workload: { kind: 'halo', sides: [4, 4, 4], iterations: 4, bytes: '64 KiB' },
      ranks: 64,
    },
  ],
  model: { kind: 'event' },
  counters: { interval: '10 us' },
  output: { routes: false },
};

let browser: Browser;
let server: RunningServer;
let folder: string;
let context: BrowserContext;
let page: Page;
let faults: string[];
let machine: MachinePage;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weft-machine-'));
  const scenario = join(folder, 'grid.json');
  writeFileSync(scenario, JSON.stringify(SCENARIO));
  expect(await main(['simulate', scenario, '-o', join(folder, 'grid.weft')])).toBe(0);
  server = await startServer({ datasets: [join(folder, 'grid.weft')], page: inject('page') });
  browser = await openBrowser(inject('chromium'));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
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

function text(value: string): string {
  return `$22.${value}$22.`;
}

async function open(options = ''): Promise<void> {
  machine = await openMachine(page, `${server.url}#/d/grid?layout=machine${options}`);
}

describe('machine view', () => {
  it('says at which layer messages turn', async () => {
    await open();
    // 4^3 open grid, row-major: 288 messages an iteration; digits of x, y, z are the layers 1, 2, 3.
    const shares = await page.locator('.machine-number[data-layer]').allTextContents();
    expect(shares).toEqual(['33.3 %', '33.3 %', '33.3 %']);
    expect(await machine.field('mean-layer').textContent()).toBe('mean layer 2.00 · 1,152 messages');
  });

  it.each(['QS', 'DL', 'DC', 'DR', 'LB', 'F1', 'HT', 'F1-3D', 'HT-3D', 'MS', 'R8', 'AB', 'rings'])(
    'draws %s with at most 20 draw calls, and nothing while idle',
    async (name) => {
      await open(`~rep!${text(name)}`);
      await machine.seek(300);
      expect(await page.getByLabel('Representation').inputValue()).toBe(name);
      expect(Number(await machine.canvas().getAttribute('data-draw-calls'))).toBeLessThanOrEqual(20);
      const frames = await machine.canvas().getAttribute('data-frames');
      await machine.drawn();
      expect(await machine.canvas().getAttribute('data-frames')).toBe(frames);
    },
  );

  it('shows the seven representations side by side, linked, with what the paper says of each (LANL-36..38)', async () => {
    await open('~sideBySide!true');
    await machine.seek(300);
    const names = await page.locator('.machine-name strong').allTextContents();
    expect(names).toEqual(['QS', 'DL', 'DC', 'DR', 'LB', 'F1', 'HT']);
    const rows = await page.locator('.machine-table tbody tr').allInnerTexts();
    expect(rows[0]).toMatch(/QS\s+very\s+no\s+very high/);
    expect(rows[6]).toMatch(/HT\s+somewhat\s+very\s+low/);
    expect(Number(await machine.canvas().getAttribute('data-draw-calls'))).toBeLessThanOrEqual(24);
    const before = await machine.pixels();
    const box = (await machine.canvas().boundingBox())!;
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 120, { steps: 4 });
    await page.mouse.up();
    await machine.drawn();
    expect(await machine.pixels()).not.toBe(before);
  });

  it('flies by keys and mouse, and the address keeps the place', async () => {
    await open(`~rep!${text('DR')}`);
    const before = await machine.pixels();
    await machine.canvas().focus();
    await page.keyboard.down('w');
    await page.waitForTimeout(250);
    await page.keyboard.up('w');
    await machine.drawn();
    expect(await machine.pixels()).not.toBe(before);
    expect(page.url()).toContain('camera');
    await page.reload();
    await machine.opened();
    expect(await machine.pixels()).not.toBe(before);
    await page.getByRole('button', { name: 'Fit' }).click();
    await machine.drawn();
    expect(await machine.pixels()).toBe(before);
  });

  it('picks a switch: hover names it, click makes it the source, shift-click a destination', async () => {
    await open(`~messages!${text('none')}`);
    const { x, y } = await machine.find(/^L3-/);
    await page.mouse.click(x, y);
    await machine.drawn();
    const chips = (): Promise<string[]> => page.locator('.chip-text').allTextContents();
    expect((await chips()).join()).toContain('L3-');
    await page.keyboard.down('Shift');
    await page.mouse.click(x, y);
    await page.keyboard.up('Shift');
    await machine.drawn();
    expect(await chips()).toHaveLength(2);
    expect(page.url()).toContain('destinations');
  });

  it('plays, pauses, steps and ends without a loop', async () => {
    await open('~speed!4~loop!false');
    const clock = (): Promise<string | null> => machine.field('clock').textContent();
    const start = await clock();
    await page.locator('.machine-play').getByRole('button', { name: 'Play' }).click();
    await page.locator('.machine-play').getByRole('button', { name: 'Pause' }).click();
    await machine.drawn();
    const paused = await clock();
    expect(paused).not.toBe(start);
    await page.locator('.machine-play').getByRole('button', { name: 'Step', exact: true }).click();
    await machine.drawn();
    expect(await clock()).not.toBe(paused);
    await machine.seek(990);
    await machine.canvas().focus();
    await page.keyboard.press('p');
    await page.locator('.machine-play').getByRole('button', { name: 'Pause' }).waitFor();
    await page.locator('.machine-play').getByRole('button', { name: 'Play' }).waitFor();
    expect(await page.getByRole('slider', { name: 'Time' }).inputValue()).toBe('1000');
  });

  it('follows a message to its end', async () => {
    await open('~loop!false');
    await page.getByRole('textbox', { name: 'Message to follow' }).fill('0');
    await page.keyboard.press('Enter');
    await machine.drawn();
    await page.getByRole('button', { name: 'Go to its start' }).click();
    await machine.drawn();
    expect(await machine.field('follow-state').textContent()).toBe('under way');
    expect(await machine.field('follow-bytes').textContent()).toBe('65.5\u00a0kB');
    const [, links] = /^0 of (\d+) links$/.exec((await machine.field('follow-progress').textContent())!)!;
    const layer = Number(/\d/.exec((await machine.field('follow-layer').textContent())!)![0]);
    expect(Number(links)).toBe(2 * layer);
    await page.locator('.machine-play').getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(
      () => document.querySelector('[data-field="follow-state"]')?.textContent === 'arrived',
    );
    expect(await machine.field('follow-progress').textContent()).toBe(`${links} of ${links} links`);
    const ends = await page.getByRole('region', { name: 'Message followed' }).textContent();
    expect(ends).toContain(`on ${await machine.field('follow-place').textContent()}`);
    await page.locator('.machine-play').getByRole('button', { name: 'Pause' }).click();
  });

  it('reports the switches that the reader’s own functions put into one cell', async () => {
    await open(`~rep!${text('AB')}`);
    await page.getByRole('button', { name: 'Options' }).click();
    expect(await machine.field('collisions').textContent()).toContain('No collisions: 48 cells in 9 × 9');
    await page.getByLabel('Generating function A').fill('2*3^(n-1)*b');
    await page.getByLabel('Generating function B').fill('3^(n-1)*b');
    await page.keyboard.press('Tab');
    await machine.drawn();
    const report = await machine.field('collisions').textContent();
    expect(report).toContain('4 collisions: 44 cells');
    expect(report).toMatch(/L\d-\d+ \(-?\d+, -?\d+\), L\d-\d+/);
    await page.getByLabel('Generating function A').fill('3^(n-1');
    await page.keyboard.press('Tab');
    await machine.drawn();
    expect(await page.getByRole('alert').textContent()).toContain('expected');
  });
});
