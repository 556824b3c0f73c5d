import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { batchFromRows, NONE, tables } from '@weft/model';
import { importFiles } from '@weft/readers';
import { type RunningServer, startServer } from '@weft/server';
import { generateStudy } from '@weft/simulate';
import { createDataset } from '@weft/store';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBrowser, settle, watchFaults } from './open-browser.ts';

let browser: Browser;
let server: RunningServer;
let context: BrowserContext;
let page: Page;
let faults: string[];
const folder = mkdtempSync(join(tmpdir(), 'weft-commgram-page-'));

interface Message {
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
  readonly time: number;
  readonly call?: string;
}

async function writeMessages(name: string, messages: readonly Message[], ranks: number): Promise<string> {
  const path = join(folder, `${name}.weft`);
  const writer = await createDataset(path);
  const rows = messages.map(({ src, dst, bytes, time, call = 'MPI_Send' }, id) => ({
    id,
    job: 0,
    src,
    dst,
    bytes,
    tag: 7,
    comm: 0,
    call,
    send_start: time,
    send_end: time + 100,
    recv_start: time + 100,
    recv_end: time + 400,
  }));
  if (rows.length > 0) await writer.write('messages', batchFromRows(tables.messages, rows));
  const placed = [...Array(ranks).keys()].map((rank) => ({ job: 0, rank, host: NONE }));
  if (ranks > 0) await writer.write('ranks', batchFromRows(tables.ranks, placed));
  if (rows.length === 0) {
    const call = { job: 0, comm: 0, seq: 0, call: 'MPI_Bcast', root: 0, bytes: 64, enter: 0, exit: 10 };
    const both = [0, 1].map((rank) => ({ ...call, rank }));
    await writer.write('collectives', batchFromRows(tables.collectives, both));
  }
  await writer.finish({ title: name });
  return path;
}

/** Binary swap on 8, twice; odd ranks send by another call. */
function swapTwice(): Message[] {
  return [0, 1, 2, 0, 1, 2].flatMap((stage, at) =>
    [...Array(8).keys()].map((src) => ({
      src,
      dst: src ^ (1 << stage),
      bytes: 1024 >> stage,
      time: 1_000_000 * at + 10 * src,
      call: src % 2 ? 'MPI_Isend' : 'MPI_Send',
    })),
  );
}

beforeAll(async () => {
  browser = await openBrowser(inject('chromium'));
  const study = join(folder, 'binary-swap-8.weft');
  const writer = await createDataset(study);
  await writer.finish((await generateStudy('binary-swap-8', writer)).facts);
  const trace = join(folder, 'pipeline64.weft');
  const imported = await createDataset(trace);
  const fixture = fileURLToPath(new URL('../../fixtures/dumpi/pipeline64', import.meta.url));
  await imported.finish((await importFiles([fixture], imported, {})).facts);
  const one = { src: 0, dst: 1, bytes: 8, time: 5 };
  server = await startServer({
    datasets: [
      study,
      trace,
      await writeMessages('swap', swapTwice(), 9),
      await writeMessages('one', [one], 2),
      await writeMessages('alone', [{ ...one, dst: 0, bytes: 0 }], 1),
      await writeMessages(
        'instant',
        [0, 1, 2, 3].map((src) => ({ ...one, src, dst: (src + 1) % 4 })),
        5,
      ),
      await writeMessages('silence', [], 2),
    ],
    page: inject('page'),
    port: 0,
  });
});
afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
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

async function open(dataset: string, options = ''): Promise<void> {
  await page.goto(`${server.url}#/d/${dataset}?layout=h(1000:commgram${options})`);
  await page.locator('.commgram-plot, .kit-empty').first().waitFor();
  await settle(page);
}

const plots = (): Locator => page.locator('.commgram-plot canvas[role=application]');
const status = async (at = 0): Promise<string> =>
  (await page.locator('.kit-status').nth(at).textContent()) ?? '';
const tooltip = async (): Promise<string> =>
  ((await page.locator('.kit-tooltip').first().textContent()) ?? '').replaceAll('\u00a0', ' ');
const number = (label: string): Locator => page.getByRole('spinbutton', { name: `${label}, number` });
const chips = (): Promise<string[]> => page.locator('.chip-text').allTextContents();

/** What an item of the panel's menu saves. */
async function save(item: string): Promise<string> {
  await page.locator('.panel').hover();
  await page.getByRole('button', { name: 'Panel menu' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A point of a plot, from shares of its area. */
async function at(share: readonly [number, number], plot = 0): Promise<[number, number]> {
  const box = (await plots().nth(plot).boundingBox())!;
  const bottom = 44;
  return [box.x + 48 + share[0] * (box.width - 64), box.y + 46 + share[1] * (box.height - 46 - bottom)];
}

describe('CommGram', () => {
  it('opens first for a trace, with phases, patterns and the period it found', async () => {
    await page.goto(`${server.url}#/d/swap`);
    await page.locator('.commgram-plot').waitFor();
    await settle(page);
    expect(await page.locator('.panel').first().getAttribute('data-view')).toBe('commgram');
    expect(await number('Phases').inputValue()).toBe('6');
    expect(await status()).toContain('9 ranks · 48 messages · 3 patterns · period 3');
  });

  it('shows a real pipeline in logical time, where the clock has no period', async () => {
    await open('pipeline64');
    expect(await status()).toContain('64 ranks · 4,608 messages · logical time · 7 patterns · period 10');
    expect(await number('Phases').inputValue()).toBe('30');
    await page.getByText('Settings', { exact: true }).click();
    await page.getByRole('button', { name: 'clock', exact: true }).click();
    await settle(page);
    await expect.poll(() => status()).toContain('no period');
    expect(await number('Phases').inputValue()).toBe('27');
  });

  it('cuts anew when sliders move, by mouse and keyboard, and keeps them in the address', async () => {
    await open('swap');
    const phases = page.getByRole('slider', { name: 'Phases' });
    await phases.focus();
    await page.keyboard.press('ArrowLeft');
    await settle(page);
    expect(await number('Phases').inputValue()).toBe('5');
    const communities = page.getByRole('slider', { name: 'Communities' });
    const box = (await communities.boundingBox())!;
    await page.mouse.click(box.x + 1, box.y + box.height / 2);
    await settle(page);
    expect(await number('Communities').inputValue()).toBe('1');
    await number('Communities').fill('5');
    await page.keyboard.press('Enter');
    await settle(page);
    await page.reload();
    await page.locator('.commgram-plot').waitFor();
    await settle(page);
    expect(await number('Phases').inputValue()).toBe('5');
    expect(await number('Communities').inputValue()).toBe('5');
  });

  it('explains what is under the pointer with exact numbers and selects it for every view', async () => {
    await open('swap', '~phases!6~communities!5~lift!0');
    await page.mouse.move(...(await at([0.02, 1.02])));
    await expect.poll(tooltip).toContain('Phase t0, k1');
    expect(await tooltip()).toContain('messages8');
    expect(await tooltip()).toContain('bytes8,192 B');
    await page.mouse.click(...(await at([0.02, 1.02])));
    await settle(page);
    expect(page.url()).toContain('time=%5B0%2C470%5D');
    await page.mouse.click(...(await at([0.003, 0.03])));
    await settle(page);
    expect((await chips()).some((text) => text.startsWith('rank'))).toBe(true);
    await page.keyboard.press('Escape');
    await settle(page);
    expect((await chips()).length).toBeLessThan(2);
  });

  it('walks along phases and jumps by keyboard and opens the one it stands on', async () => {
    await open('swap', '~phases!6~communities!5');
    await plots().first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(tooltip).toContain('Phase t1');
    await page.keyboard.press('n');
    await expect.poll(tooltip).toContain('From t1 to t2');
    await page.keyboard.press('Enter');
    await settle(page);
    expect(page.url()).toContain('time=%5B1000000%2C2000470%5D');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('z');
    await page.locator('.commgram-sub').waitFor();
    await settle(page);
    expect(await page.locator('.commgram-crumbs button').allTextContents()).toEqual(['All', 't1']);
  });

  it('zooms from a phase to a ribbon to single messages, with a popup, and back by the path', async () => {
    await open('swap', '~phases!6~communities!5~lift!0');
    await page.mouse.dblclick(...(await at([0.05, 1.02])));
    await page.locator('.commgram-sub').waitFor();
    await settle(page);
    expect(await status(1)).toContain('8.19\u00a0kB');
    await page.getByRole('button', { name: 'All' }).click();
    await settle(page);
    expect(await page.locator('.commgram-sub').count()).toBe(0);
    await page.mouse.dblclick(...(await at([0.05, 0.09])));
    await page.locator('.commgram-sub').waitFor();
    await settle(page);
    expect((await page.locator('.commgram-crumbs button').allTextContents()).join(' › ')).toMatch(
      /^All › t0 › ribbon (\d) → \1$/,
    );
    expect(await status(1)).toContain('2 messages, 2.05 kB'.replaceAll(' kB', '\u00a0kB'));
    const box = (await plots().nth(1).boundingBox())!;
    await page.mouse.move(box.x + 60, box.y + 46 + 0.25 * (box.height - 70));
    await expect.poll(tooltip).toMatch(/^MPI_I?send/i);
    const text = await tooltip();
    expect(text).toContain('size1,024 B');
    expect(text).toMatch(/senderrank \dreceiverrank \d/);
    expect(text).toMatch(/sent\d+ ns to \d+ nsreceived\d+ ns to \d+ ns/);
    await plots().nth(1).focus();
    await page.keyboard.press('Backspace');
    await settle(page);
    expect(await page.locator('.commgram-crumbs button').allTextContents()).toEqual(['All', 't0']);
  });

  it('filters calls and changes what the settings change', async () => {
    await open('swap', '~phases!6');
    await page.getByText('Settings', { exact: true }).click();
    await page.getByRole('checkbox', { name: /MPI_Isend/ }).uncheck();
    await settle(page);
    await expect.poll(() => status()).toContain('24 messages');
    await page.getByRole('checkbox', { name: /MPI_Isend/ }).check();
    await settle(page);
    await expect.poll(() => status()).toContain('48 messages');
    await page.getByRole('button', { name: 'logical time' }).click();
    await settle(page);
    await expect.poll(() => status()).toContain('48 messages');
    await page.getByRole('button', { name: 'lateness' }).click();
    await settle(page);
    await page.getByRole('combobox', { name: 'Colours' }).selectOption('blue-pink');
    for (const label of ['Relative height', 'Waviness', 'Ribbon width']) {
      await page.getByRole('slider', { name: label }).press('ArrowRight');
    }
    await settle(page);
    for (const part of ['waviness!0.05', 'map!$22.blue-pink$22.', 'scale!1.1']) {
      expect(decodeURIComponent(page.url())).toContain(part.replaceAll('$22.', ''));
    }
  });

  it('draws the curve alone and both, each differently', async () => {
    const shots: Buffer[] = [];
    for (const name of ['Curve', 'Ribbons', 'Both']) {
      if (shots.length === 0) await open('swap', '~phases!6~communities!5');
      await page.getByRole('button', { name, exact: true }).click();
      await settle(page);
      shots.push(await page.locator('.commgram-plot').first().screenshot());
    }
    expect(new Set(shots.map((shot) => shot.toString('base64'))).size).toBe(3);
  });

  it('zooms by the wheel and pans by dragging without selecting', async () => {
    await open('swap', '~phases!6~communities!5');
    const before = await page.locator('.commgram-plot').first().screenshot();
    await page.mouse.move(...(await at([0.5, 0.5])));
    await page.mouse.wheel(0, -600);
    await settle(page);
    const zoomed = await page.locator('.commgram-plot').first().screenshot();
    expect(zoomed.equals(before)).toBe(false);
    await page.mouse.down();
    const [x, y] = await at([0.3, 0.4]);
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
    await settle(page);
    expect(await chips()).toEqual([]);
  });

  it('takes touch: pinch zooms, a finger pans, a long press explains, a tap selects, two open (CG-37)', async () => {
    await context.close();
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true });
    page = await context.newPage();
    await open('swap', '~phases!6~communities!5');
    const session = await context.newCDPSession(page);
    const touch = (type: string, ...points: (readonly number[])[]) =>
      session.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    const tap = async (point: readonly number[]): Promise<void> => {
      await touch('touchStart', point);
      await touch('touchEnd');
    };
    const hold = async (point: readonly number[]): Promise<void> => {
      await touch('touchStart', point);
      await page.locator('.kit-tooltip').waitFor();
      await touch('touchEnd');
    };

    await hold(await at([0.1, 0.03]));
    expect(await tooltip()).toContain('t0');
    expect(await chips()).toEqual([]);

    const [x, y] = await at([0.5, 0.5]);
    await touch('touchStart', [x - 60, y], [x + 60, y]);
    for (const spread of [100, 140, 180]) await touch('touchMove', [x - spread, y], [x + spread, y]);
    await touch('touchEnd');
    await settle(page);
    await hold(await at([0.1, 0.03]));
    expect(await tooltip()).toContain('Phase t2');

    await touch('touchStart', [x - 200, y]);
    for (const to of [-100, 100, 300, 400]) await touch('touchMove', [x + to, y]);
    await touch('touchEnd');
    await settle(page);
    expect(await page.locator('.kit-tooltip').count()).toBe(0);
    await hold(await at([0.1, 0.03]));
    expect(await tooltip()).toContain('Phase t1');
    expect(await chips()).toEqual([]);

    await tap(await at([0.1, 0.03]));
    await expect.poll(chips).toHaveLength(1);
    await tap(await at([0.1, 0.03]));
    await page.locator('.commgram-sub').waitFor();
    await settle(page);
    expect(await page.locator('.commgram-crumbs').textContent()).toContain('Allt1');
  });

  it('exports the ribbons as CSV and the picture as SVG', async () => {
    await open('swap', '~phases!6~communities!9');
    const lines = (await save('Export CSV')).trim().split('\r\n');
    expect(lines).toHaveLength(1 + 48);
    expect(lines[0]).toBe(
      'phase,start_ns,end_ns,pattern,difference,height_px,src_community,dst_community,bytes,messages',
    );
    const svg = await save('Export SVG');
    expect(svg).toContain('bytes of a ribbon');
    expect(svg).not.toContain('NaN');
  });

  it('makes sensible pictures of odd traces', async () => {
    for (const [dataset, text] of [
      ['one', '2 ranks · 1 message '],
      ['alone', '1 rank · 1 message '],
      ['instant', '5 ranks · 4 messages'],
    ]) {
      await open(dataset);
      expect(await status()).toContain(text);
      expect(await save('Export SVG')).not.toMatch(/NaN|Infinity|undefined/);
      expect(await save('Export CSV')).not.toMatch(/NaN|Infinity|undefined/);
    }
    await open('silence');
    expect(await page.locator('.kit-empty').textContent()).toContain('No messages with times');
    await page.getByText('Settings', { exact: true }).click();
    await page.getByRole('checkbox', { name: /collective/ }).check();
    await page.locator('.commgram-plot').waitFor();
    await settle(page);
    expect(await status()).toContain('2 ranks · 1 message ');
  });
});

describe('phase as a graph', () => {
  it('shows the selected phase, its communities and arrows', async () => {
    await page.goto(`${server.url}#/d/swap?time=[0,470]&layout=h(1000:phase-graph~communities!9)`);
    await page.locator('.kit-status').waitFor();
    await settle(page);
    expect((await status()).replaceAll('\u00a0', ' ')).toContain('8 messages, 8.19 kB');
    const box = (await page.locator('.panel canvas').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await expect.poll(tooltip).toContain('members1');
  });
});
