import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  batchFromRows,
  calls,
  jobs,
  rankCounters,
  rankMetrics,
  ranks,
  regions,
  spans,
  streams,
} from '@weft/model';
import { createDataset } from '@weft/store';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';

const MS = 1e6;
const END = 100 * MS;

const folder = mkdtempSync(join(tmpdir(), 'weft-stacks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pages = servePages(async () => {
  const path = join(folder, 'nested.weft');
  await writeNested(path);
  return [path];
});
let page: Page;
beforeEach(() => {
  page = pages.page;
});

/** Two ranks: main > solve > MPI_Allreduce, a stream with a kernel below rank 0, and a running sum of its cycles. */
async function writeNested(path: string): Promise<void> {
  const writer = await createDataset(path);
  const span = (
    rank: number,
    stream: number,
    depth: number,
    kind: string,
    call: string,
    from: number,
    to: number,
  ) => ({
    job: 0,
    rank,
    stream,
    depth,
    kind,
    call,
    enter: from * MS,
    exit: to * MS,
  });
  const ofRank = (rank: number) => [
    span(rank, 0, 2, 'mpi', 'MPI_Allreduce', 20, 30),
    span(rank, 0, 1, 'user', 'solve', 10, 40),
    span(rank, 0, 1, 'user', 'solve', 60 + rank, 70),
    span(rank, 0, 0, 'user', 'main', 0, 100),
  ];
  await writer.write(
    'spans',
    batchFromRows(spans, [...ofRank(0), span(0, 1, 0, 'cuda', 'kernel', 50, 80), ...ofRank(1)]),
  );
  await writer.write(
    'jobs',
    batchFromRows(jobs, [{ id: 0, name: 'nested', user: null, state: null, start: 0, end: END }]),
  );
  await writer.write(
    'ranks',
    batchFromRows(
      ranks,
      [0, 1].map((rank) => ({ job: 0, rank, host: -1 })),
    ),
  );
  await writer.write('calls', batchFromRows(calls, [0, 1].map(profileOf)));
  const region = { job: 0, rank: 0, kind: 'user' };
  await writer.write(
    'regions',
    batchFromRows(regions, [
      { ...region, region: 'main', count: 2, time: 2 * END },
      { ...region, region: 'solve', count: 4, time: 79 * MS },
      { ...region, kind: 'cuda', region: 'kernel', count: 1, time: 30 * MS },
    ]),
  );
  const stream = (number: number, name: string, kind: string) => ({
    job: 0,
    rank: 0,
    stream: number,
    name,
    kind,
  });
  await writer.write(
    'streams',
    batchFromRows(streams, [stream(0, 'Master thread', 'thread'), stream(1, 'CUDA[0:7]', 'accelerator')]),
  );
  const cycles = { job: 0, metric: 'PAPI_TOT_CYC' };
  await writer.write(
    'rank_metrics',
    batchFromRows(rankMetrics, [{ ...cycles, unit: '#', mode: 'accumulated', timing: 'start', doc: null }]),
  );
  await writer.write(
    'rank_counters',
    batchFromRows(
      rankCounters,
      [0, 50, 100].map((time) => ({ ...cycles, rank: 0, stream: 0, time: time * MS, value: 2e6 * time })),
    ),
  );
  await writer.finish({ title: 'nested', timeRange: [0, END] });
}

function profileOf(rank: number) {
  return { job: 0, rank, call: 'MPI_Allreduce', count: 1, bytes: 8, time: 10 * MS };
}

const tooltip = () => page.locator('[role=tooltip]');
const strip = () => page.locator('.timeline-stacks');
const pinned = () => page.locator('.timeline-pinned');
const find = () => page.locator('.timeline-find');
const toolbar = () => page.locator('.kit-toolbar [role=status]');

async function plot() {
  return (await page.locator('.panel[data-view="timeline"] canvas.kit-overlay').boundingBox())!;
}

async function timeX(time: number): Promise<number> {
  const box = await plot();
  return box.x + 56 + ((time * MS) / END) * (box.width - 72);
}

/** Moves down at a time until the tooltip begins with a text. */
async function hoverDown(time: number, title: string): Promise<void> {
  const box = await plot();
  const x = await timeX(time);
  for (let y = box.y + 40; y < box.y + box.height - 40; y += 12) {
    await page.mouse.move(x, y);
    await settle(page);
    if ((await tooltip().count()) > 0 && (await tooltip().textContent())?.startsWith(title)) return;
  }
  throw new Error(`nothing at ${time} ms begins with ${title}`);
}

/** The triangle of a rank, while nothing is open: rows share the height of the plot. */
async function clickTriangle(rank: number): Promise<void> {
  const box = await plot();
  const [top, bottom] = [box.y + 26, box.y + box.height - 38];
  await page.mouse.click(box.x + 20, top + ((rank + 0.5) / 2) * (bottom - top));
  await settle(page);
}

describe('stacks of the timeline', () => {
  it('open below a rank by its triangle, say what is around a region, and pin it', async () => {
    await pages.open('#/d/nested?layout=timeline');
    expect(await toolbar().textContent()).toContain('single calls (2 in and around the view)');
    await clickTriangle(0);
    expect(page.url()).toContain('open!$22.0$22.');
    await hoverDown(15, 'solve, rank 0');
    const text = await tooltip().textContent();
    for (const part of ['user', '10,000,000\u00a0ns', 'took30', '(30,000,000\u00a0ns)insidemain']) {
      expect(text).toContain(part);
    }
    await page.mouse.down();
    await page.mouse.up();
    await settle(page);
    expect(await pinned().textContent()).toContain('solve, rank 0');
    await hoverDown(25, 'MPI_Allreduce, rank 0');
    await hoverDown(55, 'kernel, rank 0');
    expect(await strip().textContent()).toContain('Close rank 0');
    await page.keyboard.press('e');
    await settle(page);
    expect(await strip().textContent()).toContain('Open rank 0');
  });

  it('are searched by name over ranks and time, back and forth, and an address brings all of it back', async () => {
    await pages.open('#/d/nested?layout=timeline');
    await find().click();
    await page.keyboard.type('/^SOL/');
    await expect.poll(() => strip().textContent()).toContain('1 name, 4 spans');
    const places: (string | null)[] = [];
    for (const key of ['Enter', 'Enter', 'Enter', 'Enter', 'Shift+Enter']) {
      await find().press(key);
      await expect.poll(() => /seek!-?\d/.test(page.url())).toBe(false);
      await settle(page);
      places.push(await pinned().textContent());
    }
    const expected = [
      ['rank 0', '10,000,000'],
      ['rank 1', '10,000,000'],
      ['rank 0', '60,000,000'],
      ['rank 1', '61,000,000'],
      ['rank 0', '60,000,000'],
    ];
    expected.forEach(([rank, entered], at) => {
      expect(places[at]).toContain(`solve, ${rank}`);
      expect(places[at]).toMatch(/entered\d/);
      expect(places[at]).toContain(`(${entered}\u00a0ns)left`);
      expect(places[at]).toContain('insidemain');
    });
    expect(page.url()).toContain('open!0$20.1');
    await page.reload();
    await settle(page);
    expect(await find().inputValue()).toBe('/^SOL/');
    expect(await pinned().textContent()).toContain('solve, rank 0');
    await find().fill('nowhere');
    await expect.poll(() => strip().textContent()).toContain('nothing has this name');
  });

  it('are limited in depth, and have a counter with its unit', async () => {
    await pages.open('#/d/nested?layout=timeline~open!0');
    await strip().getByLabel('Levels').selectOption('2');
    await settle(page);
    expect(await toolbar().textContent()).toContain('1 level more by the limit');
    await strip().getByLabel('Counter').selectOption('PAPI_TOT_CYC');
    await settle(page);
    await hoverDown(75, 'PAPI_TOT_CYC, rank 0');
    // 100 million in 50 ms.
    expect(await tooltip().textContent()).toContain('(100,000,000\u00a0ns)2\u00a0G/s');
    expect(page.url()).toContain('counter!PAPI_TOT_CYC');
  });
});
