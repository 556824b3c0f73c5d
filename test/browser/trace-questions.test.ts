import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findWaits, spansOfFrame } from '@weft/analysis';
import { type Frame, formatDuration, formatExact, isText, type TextColumn, textAt } from '@weft/model';
import { importFiles } from '@weft/readers';
import { createDataset, type Dataset, openDataset } from '@weft/store';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';

/** What somebody asks of a trace, answered by mouse and keyboard and checked against SQL. */
let dataset: Dataset;
const folder = mkdtempSync(join(tmpdir(), 'weft-trace-questions-'));
// Before the pages are set up, so that it comes after they are closed.
afterAll(async () => {
  await dataset?.close();
  rmSync(folder, { recursive: true, force: true });
});
const pages = servePages(async () => {
  const sources = { amr: 'dumpi/amr16', timeless: 'dumpi/conf-notime4', log: 'ipm/bswap8.ipm.xml' };
  const paths: string[] = [];
  for (const [name, source] of Object.entries(sources)) {
    const path = join(folder, `${name}.weft`);
    const writer = await createDataset(path);
    const fixture = fileURLToPath(new URL(`../../fixtures/${source}`, import.meta.url));
    await writer.finish((await importFiles([fixture], writer, {})).facts);
    paths.push(path);
  }
  dataset = await openDataset(paths[0]);
  return paths;
});
let page: Page;
beforeEach(() => {
  page = pages.page;
});

type Row = Record<string, number | string>;

async function sql(text: string): Promise<Row[]> {
  const { rows, columns }: Frame = await dataset.sql(text);
  const value = (name: string, row: number): number | string => {
    const column = columns[name];
    if (isText(column)) return textAt(column as TextColumn, row) ?? '';
    return Number((column as Float64Array)[row]);
  };
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(Object.keys(columns).map((name) => [name, value(name, row)])),
  );
}

const open = (layout: string, selection = '', name = 'amr'): Promise<void> =>
  pages.open(`#/d/${name}?${selection}layout=${layout}`);

const { panel } = pages;
const canvas = (view: string): Locator => panel(view).locator('canvas.kit-overlay');
const tooltip = (): Locator => page.locator('[role=tooltip]');
const pinned = (): Locator => page.getByRole('region', { name: 'Pinned call' });
const exact = (value: number | string, unit: string) => formatExact(Number(value), unit);

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await settle(page);
  }
}

async function exported(view: string, item: RegExp): Promise<string> {
  await panel(view).hover();
  await panel(view).getByRole('button', { name: 'Panel menu' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const path = await (await download).path();
  await settle(page);
  return readFileSync(path, 'utf8');
}

/** Where a time and a rank lie while everything is on screen and nothing is pinned. */
async function place(time: number, rank: number): Promise<[number, number]> {
  const box = (await canvas('timeline').boundingBox())!;
  const [{ end }] = await sql('select max(exit) as "end" from spans');
  const along = 56 + (time / Number(end)) * (box.width - 72);
  return [box.x + along, box.y + 44 + ((rank + 0.5) / 16) * (box.height - 82)];
}

describe('which call, and for whom it waited', () => {
  it('is found by the length of its wait, the longest on screen first', async () => {
    const spans = spansOfFrame(await dataset.readTable('spans'));
    const [sent, together] = [await dataset.readTable('messages'), await dataset.readTable('collectives')];
    const waits = findWaits(spans, sent, together);
    const order = Array.from(waits.time.keys()).sort((a, b) => waits.time[b] - waits.time[a]);
    const told = (row: number) => `waited for rank ${waits.partner[row]}${exact(waits.time[row], 'ns')}`;
    await open('timeline');
    await page.getByRole('button', { name: 'Longest wait', exact: true }).click();
    await settle(page);
    await expect.poll(() => pinned().textContent()).toContain(told(order[0]));
    await canvas('timeline').focus();
    await press('l');
    await expect.poll(() => pinned().textContent()).toContain(told(order[1]));
    await page.getByRole('button', { name: 'Next longest wait' }).click();
    await settle(page);
    await expect.poll(() => pinned().textContent()).toContain(told(order[2]));
  });

  it('is told of a call that is clicked, stepped to and followed to its partner', async () => {
    const [wait] = await sql(
      `select s.rank, s.enter, s.exit, m.src, m.send_start as sent, m.bytes from spans s join messages m
       on m.dst = s.rank and m.recv_end = s.exit where s.call = 'MPI_Waitall' and m.send_start > s.enter
       order by s.exit - s.enter desc, m.send_start desc limit 1`,
    );
    await open('timeline');
    const [x, y] = await place((Number(wait.enter) + Number(wait.exit)) / 2, Number(wait.rank));
    await page.mouse.click(x, y - 8);
    await settle(page);
    await expect.poll(() => pinned().textContent()).toContain(`MPI_Waitall, rank ${wait.rank}`);
    const told = (await pinned().textContent())!;
    expect(told).toContain(`entered${exact(wait.enter, 'ns')}`);
    expect(told).toContain(`took${exact(Number(wait.exit) - Number(wait.enter), 'ns')}`);
    const [late] = await sql(
      `select src, send_start - ${wait.enter} as waited from messages where dst = ${wait.rank}
       and recv_end = ${wait.exit} order by send_start desc limit 1`,
    );
    expect(told).toContain(`waited for rank ${late.src}${exact(late.waited, 'ns')}`);

    await page.reload();
    await settle(page);
    await expect.poll(() => pinned().textContent()).toContain(`MPI_Waitall, rank ${wait.rank}`);

    await canvas('timeline').focus();
    const next = await sql(
      `select call, enter from spans where rank = ${wait.rank} and enter > ${wait.enter} order by enter limit 1`,
    );
    await press('.');
    await expect.poll(() => pinned().textContent()).toContain(`entered${exact(next[0].enter, 'ns')}`);
    await press(',');
    await expect.poll(() => pinned().textContent()).toContain(`entered${exact(wait.enter, 'ns')}`);
    await press('m', '.');
    const after = Number(next[0].enter) - Number(wait.enter);
    await expect.poll(() => pinned().textContent()).toContain(`since the mark${formatDuration(after)}`);
    await press(',', 'g');
    await expect.poll(() => pinned().textContent()).toContain(`rank ${late.src}`);
    const [send] = await sql(
      `select call, enter from spans where rank = ${late.src} and enter <= ${Number(wait.enter) + Number(late.waited)}
       order by enter desc limit 1`,
    );
    await expect.poll(() => pinned().textContent()).toContain(`${send.call}, rank ${late.src}`);
    expect(await pinned().textContent()).toContain(`entered${exact(send.enter, 'ns')}`);
    await press('Escape');
    expect(await pinned().count()).toBe(0);
  });

  it('comes into sight, and zooms are undone', async () => {
    await open('timeline');
    await canvas('timeline').focus();
    await press('j');
    await expect.poll(() => pinned().textContent()).toContain('rank 1');
    await page.keyboard.press('f');
    await page.waitForURL(/t1!\d{2,}/);
    await settle(page);
    const status = () => panel('timeline').locator('[role=status]').textContent();
    expect(await status()).not.toContain('16 ranks × 408');
    await page.keyboard.press('Backspace');
    await page.waitForURL((url) => !/~t0!/.test(url.hash));
    await settle(page);
    expect(await status()).toContain('16 ranks × 408');
    await press('<');
    const [last] = await sql(
      `select call, enter from spans s where rank = 1 and exists (select 1 from messages m
       where (m.src = 1 and (m.send_start = s.enter or m.send_end = s.exit))
       or (m.dst = 1 and (m.recv_start = s.enter or m.recv_end = s.exit))) order by enter desc limit 1`,
    );
    await expect.poll(() => pinned().textContent()).toContain(`${last.call}, rank 1`);
    const told = await pinned().textContent();
    expect(told).toContain(`entered${exact(last.enter, 'ns')}`);
    expect(told).toMatch(/(to|from) rank \d/);
    await press('>');
    await expect.poll(() => pinned().textContent()).toContain('rank 1 has no call with a message after');
    await press('<');
    await expect.poll(() => pinned().textContent()).toContain(`entered${exact(last.enter, 'ns')}`);
  });
});

describe('where the time goes', () => {
  it('is seen of one call alone, by a click into the key or by name', async () => {
    await open('timeline');
    const [{ n }] = await sql("select count(*) as n from spans where call = 'MPI_Waitall'");
    await panel('timeline').getByRole('combobox', { name: 'Calls shown' }).selectOption('MPI_Waitall');
    await settle(page);
    const status = () => panel('timeline').locator('[role=status]').textContent();
    expect(await status()).toContain(`(${Number(n).toLocaleString('en-US')} in and around the view)`);
    const rows = (await exported('timeline', /CSV/)).trim().split('\r\n').slice(1);
    expect(rows.length).toBe(Number(n));
    expect(new Set(rows.map((row) => row.split(',')[1]))).toEqual(new Set(['MPI_Waitall']));
    const box = (await canvas('timeline').boundingBox())!;
    const calls = await sql('select call, count(*) as n from spans group by call');
    // Along the first line of the key until another call is under the mouse.
    for (let x = box.width - 40; x > 200; x -= 24) {
      await page.mouse.move(box.x + x, box.y + 14);
      await settle(page);
      const name = (await tooltip().count()) > 0 ? (await tooltip().textContent())!.split('calls')[0] : '';
      const other = calls.find(({ call }) => call === name && call !== 'MPI_Waitall');
      if (!other) continue;
      expect(await tooltip().textContent()).toContain(`calls${Number(other.n).toLocaleString('en-US')}`);
      await page.mouse.click(box.x + x, box.y + 14);
      await settle(page);
      expect(page.url()).toContain(`only!${name}`);
      break;
    }
    expect(page.url()).not.toContain('only!MPI_Waitall');
    await panel('timeline').getByRole('button', { name: 'Group' }).click();
    await settle(page);
    const svg = await exported('timeline', /SVG/);
    for (const group of ['waiting', 'collective', 'set-up']) expect(svg).toContain(`>${group}<`);
  });

  it('is measured along the axis, and profiled in that time', async () => {
    await open('h(600:timeline,400:call-profile)');
    const [x1, y] = await place(100e6, 15);
    const [x2] = await place(200e6, 15);
    const box = (await canvas('timeline').boundingBox())!;
    await page.mouse.move(x1, box.y + box.height - 20);
    await page.mouse.down();
    await page.mouse.move(x2, y, { steps: 5 });
    await page.mouse.up();
    await settle(page);
    const [from, to] = JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('time')!);
    expect((to - from) / 1e6).toBeCloseTo(100, -1);
    expect(await exported('timeline', /SVG/)).toContain(
      `>${((to - from) / 1e6).toPrecision(3).replace(/\.0$/, '')}\u00a0ms<`,
    );
    const truth = await sql(
      `select call, count(*) as n, sum(least(exit, ${to}) - greatest(enter, ${from})) as time from spans
       where enter < ${to} and exit >= ${from} group by call order by 3 desc`,
    );
    const rows = (await exported('call-profile', /CSV/))
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(','));
    expect(rows.map(([call, , count, , time]) => [call, Number(count), Number(time)])).toEqual(
      truth.map(({ call, n, time }) => [call, Number(n), Number(time)]),
    );
  });

  it('is compared by rank, down to the calls of one', async () => {
    await open('call-profile');
    await page.getByRole('button', { name: 'By rank' }).click();
    await settle(page);
    const truth = await sql('select rank, sum(time) as time from calls group by rank order by 2 desc');
    const grid = panel('call-profile').getByRole('grid');
    expect(await grid.getByRole('row').nth(1).textContent()).toContain(`rank ${truth[0].rank}`);
    await grid.focus();
    await press('Enter');
    const calls = await sql(
      `select call from calls where rank = ${truth[0].rank} order by time desc limit 1`,
    );
    const first = String(calls[0].call).replace('MPI_', '');
    await expect.poll(() => grid.getByRole('row').nth(2).textContent()).toContain(first);
    await page.reload();
    await settle(page);
    await expect.poll(() => grid.getByRole('row').nth(2).textContent()).toContain(first);
    await grid.getByRole('row').nth(1).click();
    await settle(page);
    expect(page.url()).toContain(`ranks=${encodeURIComponent(`[${truth[0].rank}]`)}`);
  });
});

describe('which pairs', () => {
  const list = () => panel('comm-matrix').locator('.comm-matrix-pairs li');

  it('exchange most, in a list that leads to their cells, by mouse and by keys', async () => {
    const truth = await sql(
      'select src, dst, sum(bytes) as b, count(*) as n from messages group by src, dst order by 3 desc, 1, 2 limit 50',
    );
    await open('comm-matrix');
    await expect.poll(() => list().count()).toBe(Math.min(50, truth.length));
    const texts = await list().allTextContents();
    truth.slice(0, 5).forEach(({ src, dst }, at) => {
      expect(texts[at]).toContain(`${src} → ${dst}`);
    });
    await list().nth(2).getByRole('button').hover();
    await settle(page);
    const told = (await tooltip().textContent())!;
    expect(told).toContain(`rank ${truth[2].src} → rank ${truth[2].dst}`);
    expect(told).toContain(`bytes${exact(truth[2].b, 'B')}`);
    await page.mouse.move(5, 5);
    await canvas('comm-matrix').focus();
    await press('n', 'n');
    expect(await tooltip().textContent()).toContain(`rank ${truth[1].src} → rank ${truth[1].dst}`);
    await press('Enter');
    const both = [Number(truth[1].src), Number(truth[1].dst)].sort((a, b) => a - b);
    expect(page.url()).toContain(`ranks=${encodeURIComponent(JSON.stringify(both))}`);
    const [{ src, dst }] = await sql(
      `select src, dst from messages where src in (${both}) or dst in (${both}) group by 1, 2 order by sum(bytes) desc, 1, 2 limit 1`,
    );
    await expect.poll(() => list().first().textContent()).toContain(`${src} → ${dst}`);
    await press('ArrowRight');
    expect(await tooltip().textContent()).toContain(`→ rank ${Number(truth[1].dst) + 1}`);
  });

  it('wait for each other longest', async () => {
    await open('comm-matrix');
    await page.getByRole('button', { name: 'Waiting' }).click();
    await settle(page);
    const truth = await longestWaits();
    await expect
      .poll(() => list().first().textContent())
      .toContain(`${truth[0].rank} waits for ${truth[0].partner}`);
    const rows = (await exported('comm-matrix', /CSV/))
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',').map(Number));
    const found = rows.map(([late, , waiting, , time]) => ({ rank: waiting, partner: late, time }));
    const key = ({ rank, partner }: { rank: number; partner: number }) => rank * 16 + partner;
    expect(found.sort((a, b) => key(a) - key(b))).toEqual(truth.sort((a, b) => key(a) - key(b)));
    await open('call-profile');
    const profile = (await exported('call-profile', /CSV/)).trim().split('\r\n');
    const column = profile[0].split(',').indexOf('waiting_ns');
    const waited = profile.slice(1).reduce((sum, row) => sum + Number(row.split(',')[column]), 0);
    expect(waited).toBe(truth.reduce((sum, { time }) => sum + time, 0));
  });

  /** Each call looks at every message and every rank of its collective call. */
  async function longestWaits(): Promise<{ rank: number; partner: number; time: number }[]> {
    const spans = await sql('select rank, enter, exit from spans');
    const messages = await sql('select * from messages where recv_end is not null and src <> dst');
    const collectives = await sql('select * from collectives');
    const waits = new Map<string, { rank: number; partner: number; time: number }>();
    for (const span of spans as Record<string, number>[]) {
      const came: [number, number][] = [];
      for (const m of messages as Record<string, number>[]) {
        if (m.dst === span.rank && m.recv_end === span.exit) came.push([m.send_start, m.src]);
        if (m.src === span.rank && m.send_end === span.exit && m.recv_start <= m.send_end)
          came.push([m.recv_start, m.dst]);
      }
      const own = collectives.find((c) => c.rank === span.rank && c.exit === span.exit);
      const met = own ? collectives.filter((c) => c.comm === own.comm && c.seq === own.seq) : [];
      const last = met.reduce<Row | null>((a, c) => (a && Number(a.enter) >= Number(c.enter) ? a : c), null);
      const root = met.find((c) => c.rank === c.root);
      const isRoot = own?.rank === own?.root;
      const name = String(own?.call ?? '').replace('MPI_', '');
      const needed = ['Bcast', 'Scatter', 'Scatterv'].includes(name)
        ? isRoot
          ? null
          : root
        : ['Reduce', 'Gather', 'Gatherv'].includes(name)
          ? isRoot
            ? last
            : null
          : ['Scan', 'Exscan'].includes(name)
            ? null
            : last;
      if (needed && needed.rank !== span.rank) came.push([Number(needed.enter), Number(needed.rank)]);
      came.sort((a, b) => b[0] - a[0]);
      const time = came.length === 0 ? 0 : Math.min(came[0][0], span.exit) - span.enter;
      if (time <= 0) continue;
      const key = `${span.rank} ${came[0][1]}`;
      const wait = waits.get(key) ?? { rank: span.rank, partner: came[0][1], time: 0 };
      wait.time += time;
      waits.set(key, wait);
    }
    return [...waits.values()].sort((a, b) => b.time - a.time);
  }
});

describe('what has no times', () => {
  it('is said, with what there is to see instead', async () => {
    await open('h(500:timeline,500:call-profile)', '', 'timeless');
    expect(await panel('timeline').textContent()).toContain('recorded without times');
    const first = await panel('call-profile').getByRole('row').nth(1).textContent();
    expect(first).toMatch(/Recv|Get_count/);
    await open('timeline', '', 'log');
    expect(await panel('timeline').textContent()).toContain('Nothing here has a beginning and an end');
  });
});
