import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { batchFromRows, spans as spansTable, type TextColumn, textAt } from '@weft/model';
import { importFiles } from '@weft/readers';
import { createDataset, openDataset } from '@weft/store';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { matrixSquare } from '../../packages/views/src/views/comm-matrix/matrix-geometry.ts';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';

const fixture = fileURLToPath(new URL('../../fixtures/dumpi/amr16', import.meta.url));
const truth = JSON.parse(readFileSync(join(fixture, 'truth.json'), 'utf8'));
const byteMatrix = readFileSync(join(fixture, 'p2p-matrix.csv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(',').map(Number));

interface Span {
  readonly rank: number;
  readonly call: string;
  readonly enter: number;
  readonly exit: number;
}

let spans: Span[];
const folder = mkdtempSync(join(tmpdir(), 'weft-trace-views-'));
// Before the pages are set up, so that it comes after they are closed.
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pages = servePages(async () => {
  const path = join(folder, 'amr.weft');
  const writer = await createDataset(path);
  await writer.finish((await importFiles([fixture], writer, {})).facts);
  const manyPath = join(folder, 'many.weft');
  await writeManyCalls(manyPath);
  spans = await readSpans(path);
  return [path, manyPath];
});
let page: Page;
beforeEach(() => {
  page = pages.page;
});

/** More calls than are drawn one by one: 512 ranks wait 100 times for 6 of every 10 µs. */
async function writeManyCalls(path: string): Promise<void> {
  const writer = await createDataset(path);
  const rows = Array.from({ length: 512 * 100 }, (_, row) => {
    const enter = (row % 100) * 10_000;
    return { job: 0, rank: Math.floor(row / 100), call: 'MPI_Wait', enter, exit: enter + 6000 };
  });
  await writer.write('spans', batchFromRows(spansTable, rows));
  await writer.finish({ title: 'many calls', timeRange: [0, 1_000_000] });
}

async function readSpans(path: string): Promise<Span[]> {
  const dataset = await openDataset(path);
  const { rows, columns } = await dataset.read({ table: 'spans' });
  await dataset.close();
  const { rank } = columns as Record<string, Int32Array>;
  const { enter, exit } = columns as Record<string, Float64Array>;
  return Array.from({ length: rows }, (_, row) => ({
    rank: rank[row],
    call: textAt(columns.call as TextColumn, row) as string,
    enter: enter[row],
    exit: exit[row],
  }));
}

async function open(layout: string, selection = '', dataset = 'amr'): Promise<void> {
  await pages.open(`#/d/${dataset}?${selection}layout=${layout}`);
}

const { panel } = pages;

async function plot(view: string) {
  return (await panel(view).locator('canvas.kit-overlay').boundingBox())!;
}

const tooltip = () => page.locator('[role=tooltip]');
const note = (view: string) => panel(view).locator('[role=status]');
const chips = () => page.locator('.chip-text').allTextContents();
const exact = (value: number, unit: string) => `${value.toLocaleString('en-US')}\u00a0${unit}`;

async function pickFromMenu(view: string, item: RegExp): Promise<string> {
  await panel(view).hover();
  await panel(view).getByRole('button', { name: 'Panel menu' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const path = await (await download).path();
  await settle(page);
  return readFileSync(path, 'utf8');
}

describe('timeline', () => {
  /** Where a time and a rank lie while everything is on screen: margins of the plot, two lines of key. */
  async function place(time: number, rank: number): Promise<[number, number]> {
    const box = await plot('timeline');
    const [left, right, top, bottom] = [56, box.width - 16, 44, box.height - 38];
    const end = Math.max(...spans.map(({ exit }) => exit));
    return [box.x + left + (time / end) * (right - left), box.y + top + ((rank + 0.5) / 16) * (bottom - top)];
  }

  it('shows every call and message of the trace and says what is under the pointer', async () => {
    await open('timeline');
    expect(await note('timeline').textContent()).toContain(
      `${truth.total_calls.toLocaleString('en-US')} in and around the view), ${truth.sends.messages} messages`,
    );
    for (const rank of [0, 6, 15]) {
      const finalize = spans.find((span) => span.rank === rank && span.call === 'MPI_Finalize')!;
      await page.mouse.move(...(await place((finalize.enter + finalize.exit) / 2, rank)));
      await settle(page);
      const text = await tooltip().textContent();
      expect(text).toContain(`MPI_Finalize, rank ${rank}`);
      expect(text).toContain(exact(finalize.enter, 'ns'));
      expect(text).toContain(exact(finalize.exit - finalize.enter, 'ns'));
    }
  });

  it('zooms at the pointer without touching the selection, asking nothing of what is there already', async () => {
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/analyses/timeline')) asked++;
    });
    await open('timeline');
    const before = asked;
    const send = spans.find((span) => span.call === 'MPI_Waitall' && span.exit - span.enter > 1e6)!;
    const middle = (send.enter + send.exit) / 2;
    await page.mouse.move(...(await place(middle, send.rank)));
    for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -120);
    await page.waitForURL(/t0!\d{6,}/);
    await settle(page);
    expect(asked - before).toBe(0);
    expect(await chips()).toEqual([]);
    const text = await tooltip().textContent();
    expect(text).toContain(`MPI_Waitall, rank ${send.rank}`);
    expect(text).toContain(exact(send.exit - send.enter, 'ns'));
    await page.reload();
    await settle(page);
    expect(page.url()).toMatch(/t0!\d{6,}/);
    await panel('timeline').getByRole('button', { name: 'Show all' }).click();
    await page.waitForURL((url) => !/~t0!/.test(url.hash));
    await settle(page);
    expect(await note('timeline').textContent()).toContain('16 ranks × 408');
  });

  it('brushes time with shift, selects ranks beside the plot, and is used by keys alone', async () => {
    await open('timeline');
    const [x1, y] = await place(100e6, 3);
    const [x2] = await place(200e6, 3);
    await page.keyboard.down('Shift');
    await page.mouse.move(x1, y);
    await page.mouse.down();
    await page.mouse.move(x2, y, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await settle(page);
    const time = JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('time')!);
    expect(time[0] / 1e6).toBeCloseTo(100, -1);
    expect(time[1] / 1e6).toBeCloseTo(200, -1);
    await page.mouse.click((await plot('timeline')).x + 30, y);
    await settle(page);
    expect(page.url()).toContain(`ranks=${encodeURIComponent('[3]')}`);
    await panel('timeline').locator('canvas.kit-overlay').focus();
    await page.keyboard.press('Delete');
    await settle(page);
    expect(page.url()).not.toContain('time=');
    await page.keyboard.press(']');
    await page.keyboard.press('+');
    await page.waitForURL(/r1!12/);
    await settle(page);
    expect(await note('timeline').textContent()).toContain('8 ranks × 204');
    await page.keyboard.press('r');
    await settle(page);
    expect(page.url()).toContain('ranks=4-11');
    await page.keyboard.press('0');
    await page.waitForURL((url) => !/~t0!/.test(url.hash));
  });

  it('sums many calls in tiles and refines them on zoom down to single calls', async () => {
    await open('timeline', '', 'many');
    expect(await note('timeline').textContent()).toMatch(/512 ranks × 1\sms: tiles of 1 rank × 1\.02\sµs$/);
    const box = await plot('timeline');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await settle(page);
    expect(await tooltip().textContent()).toContain('MPI_Wait');
    for (let turn = 0; turn < 9; turn++) await page.mouse.wheel(0, -120);
    await page.keyboard.down('Shift');
    for (let turn = 0; turn < 9; turn++) await page.mouse.wheel(0, -120);
    await page.keyboard.up('Shift');
    await page.waitForURL(/r0!\d\d/);
    await settle(page);
    expect(await note('timeline').textContent()).toContain('single calls');
  });

  it('goes back and forth through pinned calls and leaves the view where it was', async () => {
    await open('timeline');
    const finalize = spans.find((span) => span.rank === 15 && span.call === 'MPI_Finalize')!;
    await page.mouse.click(...(await place((finalize.enter + finalize.exit) / 2, 15)));
    await settle(page);
    const plotted = panel('timeline').locator('canvas.kit-overlay');
    await plotted.focus();
    for (let press = 0; press < 4; press++) await page.keyboard.press('+');
    await page.waitForURL(/t0!\d{6,}/);
    await settle(page);
    const elsewhere = page.url();
    await plotted.focus();
    await page.keyboard.press('l');
    await settle(page);
    const [undo, redo] = ['Undo', 'Redo'].map((name) => page.getByRole('button', { name, exact: true }));
    const after = page.url();
    expect(after).not.toBe(elsewhere);
    while (page.url() !== elsewhere) {
      await undo.click();
      await settle(page);
    }
    while (await redo.isEnabled()) {
      await redo.click();
      await settle(page);
    }
    expect(page.url()).toBe(after);
  });

  it('is exported as a picture and as numbers', async () => {
    await open('timeline');
    const csv = await pickFromMenu('timeline', /CSV/);
    expect(csv.trim().split('\r\n').length).toBe(truth.total_calls + 1);
    const svg = await pickFromMenu('timeline', /SVG/);
    for (const text of ['<svg', 'Waitall', 'rank', 'time since start']) expect(svg).toContain(text);
  });
});

describe('communication matrix', () => {
  async function hoverCell(row: number, column: number): Promise<string> {
    const box = await plot('comm-matrix');
    const { left, top, side } = matrixSquare(box);
    const x = box.x + left + ((column + 0.5) / 16) * side;
    await page.mouse.move(x, box.y + top + ((row + 0.5) / 16) * side);
    await settle(page);
    return (await tooltip().textContent()) ?? '';
  }

  it('has the bytes of every pair of ranks that the trace has', async () => {
    await open('comm-matrix');
    for (const [row, column] of [
      [0, 1],
      [1, 2],
      [2, 1],
      [4, 6],
      [7, 7],
    ]) {
      const text = await hoverCell(row, column);
      expect(text).toContain(`rank ${row} → rank ${column}`);
      expect(text).toContain(`bytes${exact(byteMatrix[row][column], 'B')}`);
      const sent = byteMatrix[row].reduce((sum, bytes) => sum + bytes, 0);
      expect(text).toContain(`rank ${row} sent in all${exact(sent, 'B')}`);
    }
    const rows = (await pickFromMenu('comm-matrix', /CSV/)).trim().split('\r\n').slice(1);
    expect(rows.length).toBe(truth.p2p_pairs);
    const bytes = rows.reduce((sum, row) => sum + Number(row.split(',')[4]), 0);
    expect(bytes).toBe(truth.sends.bytes);
    const svg = await pickFromMenu('comm-matrix', /SVG/);
    for (const text of ['bytes per cell', '6.04\u00a0kB', 'sending rank']) expect(svg).toContain(text);
  });

  it('follows the active time range, and says when it is empty', async () => {
    await open('comm-matrix', 'time=%5B0%2C1000%5D&');
    expect(await panel('comm-matrix').textContent()).toContain('No message in the active time range');
    await page.keyboard.press('Escape');
    await settle(page);
    expect(await hoverCell(1, 2)).toContain(exact(byteMatrix[1][2], 'B'));
  });

  it('counts messages, orders ranks, zooms to a few of them and selects them', async () => {
    await open('comm-matrix');
    await page.getByRole('button', { name: 'Messages', exact: true }).click();
    await page.getByRole('button', { name: 'Linear' }).click();
    await page.getByRole('button', { name: 'Community' }).click();
    await settle(page);
    expect(page.url()).toContain('community');
    await page.getByRole('button', { name: 'Rank', exact: true }).click();
    await settle(page);
    expect(await hoverCell(1, 2)).toContain(exact(byteMatrix[1][2], 'B'));
    const box = await plot('comm-matrix');
    const { left, top, side } = matrixSquare(box);
    await page.mouse.click(box.x + left + (2.5 / 16) * side, box.y + top + (1.5 / 16) * side);
    await settle(page);
    expect(page.url()).toContain(`ranks=${encodeURIComponent('[1,2]')}`);
    for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, -120);
    await expect
      .poll(() => note('comm-matrix').textContent(), { timeout: 20_000 })
      .toContain('4 of 16 ranks, single ranks');
    await panel('comm-matrix').locator('canvas.kit-overlay').focus();
    await page.keyboard.press('0');
    await page.waitForURL((url) => !/~n!/.test(url.hash));
    await settle(page);
    expect(await note('comm-matrix').textContent()).toContain('16 ranks, single ranks');
  });
});

describe('call profile', () => {
  const row = (name: string) =>
    panel('call-profile')
      .getByRole('row', { name: new RegExp(`${name}\\b`) })
      .first();

  it('has the counts of every call of the trace, sorted by any column', async () => {
    await open('call-profile');
    expect(await note('call-profile').textContent()).toContain('1,969 calls of 16 ranks');
    await page.getByRole('button', { name: 'Calls' }).click();
    await settle(page);
    expect(await panel('call-profile').getByRole('row').nth(1).textContent()).toContain('Irecv438');
    const csv = (await pickFromMenu('call-profile', /CSV/)).trim().split('\r\n').slice(1);
    const counts = Object.fromEntries(csv.map((line) => [line.split(',')[0], Number(line.split(',')[2])]));
    expect(counts).toEqual(truth.calls);
  });

  it('opens a call by keyboard to show its ranks, and selects one', async () => {
    await open('call-profile');
    await panel('call-profile').getByRole('grid').focus();
    await page.keyboard.press('Enter');
    await settle(page);
    const name = (await panel('call-profile').getByRole('row').nth(1).textContent())!;
    expect(name).toContain('Finalize16');
    expect(
      await panel('call-profile')
        .getByRole('row', { name: /^rank \d+ 1 0/ })
        .count(),
    ).toBe(16);
    await row('rank 6').click();
    await settle(page);
    expect(page.url()).toContain(`ranks=${encodeURIComponent('[6]')}`);
    await row('Finalize').getByRole('button', { name: 'Ranks of MPI_Finalize' }).click();
    await settle(page);
    expect(await panel('call-profile').getByText('rank 6').count()).toBe(0);
    expect(await pickFromMenu('call-profile', /SVG/)).toContain('Reduce_scatter');
  });
});
