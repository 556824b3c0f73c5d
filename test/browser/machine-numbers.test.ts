import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '@weft/server';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { main } from '../../apps/cli/src/main.ts';
import { exportPanel } from './export-panel.ts';
import { type MachinePage, openMachine } from './machine-page.ts';
import { openBrowser } from './open-browser.ts';

/** One message of 11 MB: whatever it passes carries 11 MB. */
const scenario = (title: string, network: object) => ({
  version: 1,
  title,
  seed: 1,
  network,
  routing: 'min-hop',
  link: { bandwidth: '12.5 GB/s', latency: '100 ns' },
  jobs: [
    {
      name: 'one',
      workload: { kind: 'messages', phases: [{ messages: [[0, 15, '11 MB']] }] },
      ranks: 16,
    },
  ],
  model: { kind: 'event' },
  counters: { interval: '10 us' },
});

const NETWORKS = {
  tree: { family: 'kary-ntree', params: { arity: 4, layers: 2 } },
  dragonfly: {
    family: 'dragonfly',
    params: { hostsPerSwitch: 2, switchesPerGroup: 4, globalLinks: 2 },
  },
};

let browser: Browser;
let server: RunningServer;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), 'weft-machine-numbers-'));

beforeAll(async () => {
  const datasets: string[] = [];
  for (const [name, network] of Object.entries(NETWORKS)) {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(scenario(name, network)));
    datasets.push(join(folder, `${name}.weft`));
    expect(await main(['simulate', file, '-o', join(folder, `${name}.weft`)])).toBe(0);
  }
  server = await startServer({ datasets, page: inject('page') });
  browser = await openBrowser(inject('chromium'));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
});

const open = (dataset: string, options = ''): Promise<MachinePage> =>
  openMachine(page, `${server.url}#/d/${dataset}?metric=data_sent&layout=machine${options}`);

it('counts what passes a vertex once, and colours each direction of a cable by itself', async () => {
  const machine = await open('tree', '~rep!$22.DL$22.~colour!$22.total$22.~linkColour!$22.total$22.');
  const legends = await page.locator('.machine-legend').allInnerTexts();
  expect(legends[0]).toMatch(/data_sent through vertex[\s\S]*0\s*B\s+11\s*MB/);
  expect(legends[1]).toMatch(/links, each half from its start: data_sent of link[\s\S]*11\s*MB/);
  await machine.find(/^s|^L1|switch/);
  expect(await page.locator('.machine-stage .kit-tooltip').innerText()).toMatch(/out\s*(0|11,000,000)\s*B/);
});

it('opens a dragonfly as groups on a ring, and knows of no layers to turn at', async () => {
  await open('dragonfly');
  expect(await page.getByRole('combobox', { name: 'Representation' }).inputValue()).toBe('rings');
  expect(await page.getByText('Turns at layer').count()).toBe(0);
});

it('exports its moment and what its colours mean, not a metric that it does not show', async () => {
  const machine = await open('tree');
  await machine.seek(500);
  await machine.drawn();
  const panel = page.locator('.panel[data-view="machine"]');
  const svg = (await exportPanel(panel, 'SVG')).toString();
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^at \d+\s.s, messages under way: 1$/),
      'layer 1',
      'layer 2',
    ]),
  );
  for (const title of await page.locator('.machine-legend > .kit-note').allInnerTexts())
    expect(texts).toContain(title);
  expect(texts.at(-1)).toMatch(/^Machine · tree · whole run/);
  const stage = await machine.canvas().boundingBox();
  const { width, height } = PNG.sync.read(await exportPanel(panel, 'PNG'));
  expect(width).toBe(2 * Math.round(stage?.width ?? 0));
  expect(height).toBeGreaterThan(2 * (stage?.height ?? 0) + 2 * 40);
});
