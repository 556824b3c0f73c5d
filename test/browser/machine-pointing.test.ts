import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningServer, startServer } from '@weft/server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { main } from '../../apps/cli/src/main.ts';
import { type MachinePage, openMachine } from './machine-page.ts';
import { openBrowser, watchFaults } from './open-browser.ts';

const TRACE = fileURLToPath(new URL('../../fixtures/dumpi/bswap8', import.meta.url));

let browser: Browser;
let server: RunningServer;
let folder: string;
let context: BrowserContext;
let page: Page;
let faults: string[];

/** A real trace of eight ranks, put on a tree that is recognised from a list of cables. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weft-pointing-'));
  const cables = Array.from({ length: 32 }, (_, i) =>
    i < 16 ? `node${i} leaf${i >> 2}` : `leaf${(i >> 2) - 4} spine${i % 4}`,
  );
  writeFileSync(join(folder, 'cables.txt'), cables.join('\n'));
  const network = ['--network', join(folder, 'cables.txt'), '--placement', 'round-robin'];
  expect(await main(['import', TRACE, '-o', join(folder, 'trace.weft'), ...network])).toBe(0);
  server = await startServer({ datasets: [join(folder, 'trace.weft')], page: inject('page') });
  browser = await openBrowser(inject('chromium'));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  context = await browser.newContext({
    viewport: { width: 1100, height: 720 },
    colorScheme: 'light',
    hasTouch: true,
    acceptDownloads: true,
  });
  page = await context.newPage();
  faults = watchFaults(page, server.url);
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await context.close();
});

function open(options = ''): Promise<MachinePage> {
  return openMachine(page, `${server.url}#/d/trace?layout=machine${options}`);
}

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Fingers that move together, each along its own list of places in the picture. */
async function touch(machine: MachinePage, ...paths: readonly Finger[][]): Promise<void> {
  const box = (await machine.canvas().boundingBox())!;
  const session = await context.newCDPSession(page);
  const places = (step: number) =>
    paths.map((path, id) => ({ id, x: box.x + path[step].x, y: box.y + path[step].y }));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as never });
  await send('touchStart', places(0));
  for (let step = 1; step < paths[0].length; step++) await send('touchMove', places(step));
  await send('touchEnd', []);
  await machine.drawn();
}

function line(from: Finger, to: Finger): Finger[] {
  return Array.from({ length: 6 }, (_, i) => ({
    x: from.x + ((to.x - from.x) * i) / 5,
    y: from.y + ((to.y - from.y) * i) / 5,
  }));
}

describe('the machine by pointer and touch', () => {
  it('turns with one finger, pans and zooms with two', async () => {
    const machine = await open('~rep!$22.DR$22.');
    await touch(machine, line({ x: 300, y: 300 }, { x: 400, y: 300 }));
    const [, , , distance, azimuth] = await machine.camera();
    expect(azimuth).toBeLessThan(-Math.PI / 5);
    await touch(
      machine,
      line({ x: 280, y: 300 }, { x: 180, y: 300 }),
      line({ x: 420, y: 300 }, { x: 520, y: 300 }),
    );
    const pinched = await machine.camera();
    expect(pinched[3]).toBeLessThan(distance * 0.7);
    expect(pinched[4]).toBeCloseTo(azimuth, 3);
    await touch(
      machine,
      line({ x: 200, y: 300 }, { x: 260, y: 300 }),
      line({ x: 400, y: 300 }, { x: 460, y: 300 }),
    );
    const panned = await machine.camera();
    expect(panned[3] / pinched[3]).toBeCloseTo(1, 1);
    expect(Math.hypot(panned[0] - pinched[0], panned[2] - pinched[2])).toBeGreaterThan(0.02);
  });

  it('shows a real trace on a recognised tree, and the camera follows its message until a hand moves it', async () => {
    const machine = await open('~loop!false~speed!4');
    expect(await machine.field('mean-layer').textContent()).toContain('24 messages');
    const still = await machine.pixels();
    await machine.follow(0);
    expect(await machine.field('follow-state').textContent()).toBe('under way');
    const atStart = await machine.pixels();
    expect(atStart).not.toBe(still);
    await page.locator('.machine-play').getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(
      () => document.querySelector('[data-field="follow-state"]')?.textContent === 'arrived',
    );
    const toggle = page.getByRole('checkbox', { name: 'Camera follows' });
    expect(await toggle.isChecked()).toBe(true);
    await touch(machine, line({ x: 300, y: 300 }, { x: 360, y: 330 }));
    expect(await toggle.isChecked()).toBe(false);
    const held = await machine.pixels();
    await page.getByRole('button', { name: 'Go to its start' }).click();
    await machine.drawn();
    await toggle.check();
    await machine.drawn();
    expect(await machine.pixels()).not.toBe(held);
    await page.getByRole('button', { name: 'Stop following' }).click();
    await machine.drawn();
    expect(await machine.field('follow-state').count()).toBe(0);
  });

  it('shows the value of a slider beside it, within the options', async () => {
    await open('~rep!$22.HT$22.~panel!true');
    const box = async (name: string) => (await page.locator(name).first().boundingBox())!;
    const [options, value] = [await box('.machine-options'), await box('.machine-options output')];
    expect(value.x + value.width).toBeLessThanOrEqual(options.x + options.width);
  });

  it('gives links widths and vertices sizes and shapes by their columns, each with its legend', async () => {
    const machine = await open('~rep!$22.DR$22.~links!$22.on$22.');
    const plain = await machine.pixels();
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByLabel('Link width by').selectOption('dst_port');
    await page.getByLabel('Size by').selectOption('degree');
    await page.getByLabel('Shape by').selectOption('level');
    await page.getByRole('button', { name: 'Options' }).click();
    await machine.drawn();
    expect(await machine.pixels()).not.toBe(plain);
    const legends = page.getByRole('img', { name: /^Legend/ });
    expect(await legends.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Legend: layer; strong = active now',
      'Legend: size: links of the vertex',
      'Legend: shape: level',
      'Legend: width of links: dst port',
    ]);
    expect(await legends.nth(2).textContent()).toContain('0');
  });

  it('saves its picture and its numbers', async () => {
    const machine = await open('~rep!$22.QS$22.~linkSize!$22.dst_port$22.');
    await machine.seek(400);
    const saved = async (format: string): Promise<string> => {
      await page.getByRole('button', { name: 'Panel menu' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: `Export ${format}` }).click();
      return (await download).path();
    };
    expect(
      readFileSync(await saved('PNG'))
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const svg = readFileSync(await saved('SVG'), 'utf8');
    // Each of the 32 cables has a half for each direction.
    expect(svg.match(/<line/g)?.length).toBe(64);
    const csv = readFileSync(await saved('CSV'), 'utf8')
      .trim()
      .split('\n');
    expect(csv).toHaveLength(1 + 2 + 24);
    expect(csv[1]).toMatch(/^layer,layer 1,1,/);
    await page.getByLabel('Representation').selectOption('LB');
    await machine.drawn();
    const blocks = readFileSync(await saved('SVG'), 'utf8');
    // Five blocks and sixteen pillars show two or three faces each.
    expect(blocks.match(/<path/g)?.length).toBeGreaterThanOrEqual(42);
  });
});
