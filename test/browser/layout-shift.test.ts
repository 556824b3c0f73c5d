import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { rest } from './random-reader.ts';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';
import { writeDragonfly } from './write-dragonfly.ts';
import { writeMachine } from './write-machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-shift-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pages = servePages(async () => {
  const [tree, groups] = ['tree', 'groups'].map((name) => join(folder, `${name}.weft`));
  await writeMachine(tree);
  await writeDragonfly(groups);
  return [tree, groups, ...(await studyDatasets(['torus-alternating', 'binary-swap-4']))];
});

/** Of the page, times how far: what moves by more is seen. */
const MOST = 0.02;

it.each(['tree', 'groups', 'torus-alternating', 'binary-swap-4'])(
  'nothing moves while %s opens',
  async (dataset) => {
    const { page } = pages;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await pages.open(`#/d/${dataset}`);
    await rest(page);
    const shifts = await page.evaluate<number[]>('window.shifts');
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(MOST);
  },
);
