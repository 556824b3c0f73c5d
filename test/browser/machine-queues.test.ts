import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '@weft/server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { main } from '../../apps/cli/src/main.ts';
import { type MachinePage, openMachine } from './machine-page.ts';
import { openBrowser, watchFaults } from './open-browser.ts';

/** Messages of 1000 ns a link into host 2. */
const into = (senders: readonly number[]) => ({
  version: 1,
  title: `${senders.length} into one`,
  network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
  routing: 'd-mod-k',
  link: { bandwidth: '1 GB/s', latency: '100 ns' },
  switchDelay: '90 ns',
  jobs: [
    {
      name: 'incast',
      ranks: 16,
      workload: { kind: 'messages', phases: [{ messages: senders.map((sender) => [sender, 2, 1000]) }] },
    },
  ],
  model: { kind: 'event' },
  counters: { interval: '4 us' },
});

/** The time range of three is 4 µs, so that a thousandth of it is 4 ns. */
const THREE = into([0, 1, 4]);
const EIGHT = into([0, 1, 4, 5, 8, 9, 12, 13]);

const scenarios = {
  hops: { ...THREE, output: { hops: true } },
  even: { ...THREE, output: { hops: false } },
  heap: { ...EIGHT, output: { hops: true } },
};

let browser: Browser;
let server: RunningServer;
let folder: string;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weft-queues-'));
  for (const [name, scenario] of Object.entries(scenarios)) {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(scenario));
    expect(await main(['simulate', file, '-o', join(folder, `${name}.weft`)])).toBe(0);
  }
  const datasets = Object.keys(scenarios).map((name) => join(folder, `${name}.weft`));
  server = await startServer({ datasets, page: inject('page') });
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

const open = (dataset: string, options = ''): Promise<MachinePage> =>
  openMachine(page, `${server.url}#/d/${dataset}?layout=machine${options}`);

/** State and place of the message followed, at nanoseconds. */
async function placeAt(machine: MachinePage, time: number): Promise<string> {
  await machine.seek(time / 4);
  const [state, place] = await Promise.all(
    ['follow-state', 'follow-place'].map((name) => machine.field(name).textContent()),
  );
  return `${state}: ${place}`;
}

describe('messages in the machine view', () => {
  it('wait where the simulator had them wait, and tell their delays', async () => {
    const machine = await open('hops');
    await machine.follow(1);
    expect(await placeAt(machine, 100)).toBe('under way: L1-0');
    expect(await placeAt(machine, 188)).toBe('under way: L1-0');
    expect(await placeAt(machine, 192)).toBe('in a queue: L1-0, for L2-0');
    expect(await placeAt(machine, 1240)).toBe('under way: L1-0 → L2-0');
    expect(await placeAt(machine, 1380)).toBe('in a queue: L2-0, for L1-1');
    expect(await placeAt(machine, 2376)).toBe('in a queue: L2-0, for L1-1');
    expect(await placeAt(machine, 3672)).toBe('arrived: n2');
    const delays = await page.locator('[data-field^="follow-delay-"]').allTextContents();
    expect(delays.map((delay) => delay.replaceAll('\u00a0', ' '))).toEqual([
      'no wait (there at 0 ns)',
      'waits 1 µs (there at 100 ns, ready 190 ns, leaves 1.19 µs)',
      'waits 1 µs (there at 1.29 µs, ready 1.38 µs, leaves 2.38 µs)',
      'no wait (there at 2.48 µs)',
    ]);
    expect(await page.locator('.machine-notes').textContent()).toContain('Places: recorded hop by hop');
  });

  it('make queues that colour and size switches and links', async () => {
    const machine = await open('hops');
    await machine.seek(125);
    const before = await machine.pixels();
    await page.getByLabel('Colour by').selectOption('queue');
    await machine.drawn();
    expect(await machine.pixels()).not.toBe(before);
    expect(await page.locator('.machine-readout').textContent()).toContain('waiting now');
    const coloured = await machine.pixels();
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByLabel('Size by').selectOption('queue');
    await page.getByLabel('Link colour by').selectOption('queue');
    await machine.drawn();
    expect(await machine.pixels()).not.toBe(coloured);
  });

  it('tell their delays under the pointer', async () => {
    const machine = await open('hops', '~messages!$22.marks$22.');
    await machine.follow(1);
    await machine.seek(125);
    await machine.find(/^message 1$/);
    const tooltip = await page.locator('.machine-stage .kit-tooltip').textContent();
    expect(tooltip?.replaceAll('\u00a0', ' ')).toContain(
      'L1-0 → L2-0waits 1 µs (there at 100 ns, ready 190 ns, leaves 1.19 µs)',
    );
  });

  it('are heaped up where several wait in one switch, each under the pointer by itself', async () => {
    const machine = await open('heap');
    await machine.seek(167);
    const { x, y } = await machine.find(/L3-1/);
    const titles = new Set<string>();
    const tooltip = page.locator('.machine-stage .kit-tooltip-title');
    for (let right = -16; right <= 16; right += 4) {
      for (let up = -16; up <= 40; up += 4) {
        await page.mouse.move(x + right, y - up);
        if ((await tooltip.count()) > 0) titles.add((await tooltip.textContent()) ?? '');
      }
    }
    expect([...titles].filter((title) => title.startsWith('message')).sort()).toEqual([
      'message 3',
      'message 5',
      'message 6',
      'message 7',
    ]);
  });

  it('say so where their places are interpolated', async () => {
    const machine = await open('even');
    await machine.follow(1);
    expect(await page.locator('.machine-notes').textContent()).toContain('Places: interpolated');
    expect(await page.getByLabel('Colour by').locator('option').allTextContents()).not.toContain('queue now');
  });
});
