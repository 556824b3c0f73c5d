import { openDataset } from '@weft/store';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { askDataset, servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';

let paths: string[];
const pages = servePages(async () => {
  paths = await studyDatasets(['pods-fragmented', 'pods-packed', 'torus-halo']);
  return paths;
});
const { open, panel } = pages;

function rows(view: Locator): Promise<string[][]> {
  return view
    .locator('[role=row][aria-rowindex]')
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent ?? '')),
    );
}

const TOTAL_OF_TOP = `SELECT sum(c.value) FROM counters c JOIN links l ON l.id = c.link
  WHERE c.metric = 'data_sent' AND l.class = 'L2-L3' AND l.direction = 'up'`;

describe('who fills this link?', () => {
  it('divides a clicked link among jobs, adds up to the counter, and selects a job by a click', async () => {
    const [link] = await askDataset(
      paths[0],
      "SELECT o.link FROM loads o JOIN links l ON l.id = o.link WHERE l.class = 'L2-L3' GROUP BY 1 ORDER BY sum(bytes) DESC, 1 LIMIT 1",
    );
    const [counted] = await askDataset(
      paths[0],
      `SELECT sum(value) FROM counters WHERE metric = 'data_sent' AND link = ${link}`,
    );
    await open(`#/d/pods-fragmented?links=[${link}]`);
    const detail = panel('link-detail');
    const exact = await detail.locator('[data-field=counted]').getAttribute('title');
    expect(exact?.replace(/\u00a0/g, ' ')).toBe(`${counted.toLocaleString('en-US')} B`);
    const cells = await detail.locator('tbody tr').evaluateAll((found) =>
      found.map((row) => ({
        bytes: row.children[1]?.getAttribute('title') ?? '',
        share: row.children[2]?.textContent ?? '',
      })),
    );
    const bytes = cells.map(({ bytes: text }) => Number(text.replace(/[^\d]/g, '')));
    expect(bytes.reduce((sum, value) => sum + value, 0)).toBe(counted);
    const tenths = cells.map(({ share }) => Math.round(Number.parseFloat(share) * 10));
    expect(tenths.reduce((sum, value) => sum + value, 0)).toBe(1000);
    const [largest] = await askDataset(
      paths[0],
      `SELECT max(b) FROM (SELECT sum(bytes) AS b FROM loads WHERE link = ${link} GROUP BY job)`,
    );
    expect(bytes[0]).toBe(largest);
    await detail.locator('.link-name').first().click();
    await settle(pages.page);
    expect(pages.page.url()).toMatch(/jobs=%5B\d%5D/);
  });

  it('opens a job down to its rank pairs and calls', async () => {
    await open('#/d/torus-halo?links=[17]&layout=h(500:link-detail,500:summary)');
    const detail = panel('link-detail');
    await detail.getByRole('button', { name: 'Rank pairs and calls of halo' }).click();
    await settle(pages.page);
    const pairs = detail.getByRole('table', { name: 'Rank pairs' });
    await pairs.waitFor();
    const sum = async (table: Locator) =>
      (
        await table
          .locator('td:nth-child(3)')
          .evaluateAll((found) =>
            found.map((cell) => Number((cell.getAttribute('title') ?? '').replace(/[^\d]/g, ''))),
          )
      ).reduce((total, value) => total + value, 0);
    const [loaded] = await askDataset(paths[2], 'SELECT sum(bytes) FROM loads WHERE link = 17');
    expect(await sum(pairs)).toBe(loaded);
    await detail.getByRole('button', { name: 'Calls', exact: true }).click();
    await settle(pages.page);
    expect(await sum(detail.getByRole('table', { name: 'Calls' }))).toBe(loaded);
    expect(pages.page.url()).toContain('link-detail~open!0');
  });

  it('says what to do without a link', async () => {
    await open('#/d/pods-fragmented');
    expect(await panel('link-detail').textContent()).toContain('Click a link');
  });
});

describe('derived metrics', () => {
  it('shows an expression typed at the metric, with its unit, and keeps it in the address', async () => {
    await open('#/d/pods-packed?layout=h(500:histogram,500:summary)');
    await pages.page.getByRole('combobox', { name: /Metric/ }).selectOption('=');
    const field = pages.page.getByRole('textbox', { name: 'Expression over metrics' });
    await pages.page.waitForFunction(() => document.activeElement?.classList.contains('expression-field'));
    await pages.page.keyboard.type('data_sent / packets');
    await pages.page.keyboard.press('Enter');
    await settle(pages.page);
    expect(await pages.page.locator('.expression-fault').textContent()).toContain(
      'there is no variable packets',
    );
    await pages.page.keyboard.type('_sent');
    await pages.page.keyboard.press('Enter');
    await settle(pages.page);
    expect(await pages.page.locator('.expression-fault').isHidden()).toBe(true);
    expect(await pages.page.locator('.expression-unit').textContent()).toBe('B/packets');
    const [largest] = await askDataset(
      paths[1],
      "SELECT max(b / p) FROM (SELECT link, sum(value) FILTER (metric = 'data_sent') AS b, sum(value) FILTER (metric = 'packets_sent') AS p FROM counters GROUP BY link) WHERE p > 0",
    );
    const shown = await pages.page.locator('.remainder span').last().getAttribute('title');
    expect(Number(shown?.replace(/[^\d.]/g, ''))).toBeCloseTo(largest, 3);
    expect(decodeURIComponent(pages.page.url())).toContain('metric==data_sent');
    await pages.page.reload();
    await settle(pages.page);
    expect(await field.inputValue()).toBe('data_sent / packets_sent');
    expect(await pages.page.locator('.expression-unit').textContent()).toBe('B/packets');
  });

  it('draws an expression over time', async () => {
    await open('#/d/pods-packed?metric=%3Dwait/packets_sent&layout=h(500:time-chart,500:histogram)');
    const download = pages.page.waitForEvent('download');
    await panel('time-chart').hover();
    await panel('time-chart').getByRole('button', { name: 'Panel menu' }).click();
    await pages.page.getByRole('menuitem', { name: 'Export CSV' }).click();
    const stream = await (await download).createReadStream();
    let text = '';
    for await (const chunk of stream) text += chunk;
    const [first] = await askDataset(
      paths[1],
      "SELECT max(w / p) FROM (SELECT link, sum(value) FILTER (metric = 'wait') AS w, sum(value) FILTER (metric = 'packets_sent') AS p FROM counters WHERE time = (SELECT min(time) FROM counters) GROUP BY link) WHERE p > 0",
    );
    expect(Number(text.split('\r\n')[1].split(',')[2])).toBeCloseTo(first, 6);
  });
});

describe('side by side', () => {
  it('opens another dataset as side B from the menu, on one scale, with the difference', async () => {
    await open('#/d/pods-fragmented?metric=data_sent');
    await pages.page.getByRole('button', { name: 'Compare' }).click();
    await pages.page.getByRole('menuitemradio', { name: /pods$/ }).click();
    await settle(pages.page);
    expect(pages.page.url()).toContain('compare=dataset%3Apods-packed');
    for (const side of ['a', 'b', 'd']) expect(await panel('fat-tree', side).count()).toBe(1);
    await panel('compare').getByRole('button', { name: 'Statistics' }).click();
    await settle(pages.page);
    const [a, b] = [await askDataset(paths[0], TOTAL_OF_TOP), await askDataset(paths[1], TOTAL_OF_TOP)].map(
      ([sum]) => sum,
    );
    const statistics = await rows(panel('compare'));
    const top = statistics.find(([name, group]) => name === 'total' && group === 'L2-L3 up')!;
    const plain = (text: string) => text.replace(/\u00a0/g, ' ');
    expect(plain(top[2])).toBe(`${(a / 1e9).toPrecision(3)} GB`);
    expect(plain(top[3])).toBe(`${(b / 1e9).toPrecision(3)} GB`);
    expect(top[5]).toBe(`−${(100 * (1 - b / a)).toFixed(1)} %`);
  });

  it('lists links by their change, and a click chooses one on both sides', async () => {
    await open(
      '#/d/pods-fragmented?metric=data_sent&compare=dataset:pods-packed&layout=h(300:fat-tree~side!a,300:fat-tree~side!b,400:compare~side!d)',
    );
    const query = `SELECT link, sum(value) AS v FROM counters WHERE metric = 'data_sent' GROUP BY link`;
    const dataset = await Promise.all(paths.slice(0, 2).map((path) => openDataset(path)));
    const [a, b] = await Promise.all(dataset.map((one) => one.sql(query, { maxRows: 100_000 })));
    await Promise.all(dataset.map((one) => one.close()));
    const totals = new Float64Array(19_200);
    const add = (frame: typeof a, sign: number) => {
      const { link, v } = frame.columns as unknown as { link: Int32Array; v: Float64Array };
      link.forEach((id, row) => {
        totals[id] += sign * v[row];
      });
    };
    add(a, -1);
    add(b, 1);
    const most = totals.reduce((best, value) => Math.max(best, Math.abs(value)), 0);
    const [first] = await panel('compare')
      .locator('[role=row][aria-rowindex] [role=gridcell]:nth-child(5)')
      .evaluateAll((found) => found.map((cell) => cell.getAttribute('title') ?? ''));
    expect(Number(first.replace(/[^\d]/g, ''))).toBe(most);
    await panel('compare').locator('[role=row][aria-rowindex]').first().click();
    await settle(pages.page);
    expect(await pages.page.locator('.chip[data-key=links]').count()).toBe(1);
  });

  it('compares two time ranges; a brush on side B moves only that side', async () => {
    await open('#/d/pods-packed?time=[0,600000]');
    await pages.page.getByRole('button', { name: 'Compare' }).click();
    await pages.page.getByRole('menuitem', { name: /The range after/ }).click();
    await settle(pages.page);
    expect(decodeURIComponent(pages.page.url())).toContain('compare=time:600000,1200000');
    const chart = panel('time-chart', 'b').locator('canvas.kit-overlay');
    const box = (await chart.boundingBox())!;
    const y = box.y + box.height / 2;
    await pages.page.mouse.move(box.x + 0.5 * box.width, y);
    await pages.page.mouse.down();
    await pages.page.mouse.move(box.x + 0.6 * box.width, y, { steps: 4 });
    await pages.page.mouse.up();
    await settle(pages.page);
    const url = decodeURIComponent(pages.page.url());
    expect(url).toContain('time=[0,600000]');
    const [, from, to] = /compare=time:(\d+),(\d+)/.exec(url)!.map(Number);
    expect([from % 100_000, to % 100_000]).toEqual([0, 0]);
    expect([from, to]).not.toEqual([600_000, 1_200_000]);
    await pages.page.reload();
    await settle(pages.page);
    expect(decodeURIComponent(pages.page.url())).toContain(`compare=time:${from},${to}`);
    expect(await panel('fat-tree', 'd').count()).toBe(1);
  });

  it('compares two jobs, each in its own run', async () => {
    await open('#/d/pods-packed?jobs=[0]');
    await pages.page.getByRole('button', { name: 'Compare' }).click();
    await pages.page.getByRole('menuitemradio', { name: 'milc' }).click();
    await settle(pages.page);
    expect(await panel('fat-tree', 'a').locator('.side-label').textContent()).toBe('qbox');
    expect(await panel('fat-tree', 'b').locator('.side-label').textContent()).toBe('milc');
    const [end] = await askDataset(paths[1], 'SELECT "end" FROM jobs WHERE id = 0');
    expect(decodeURIComponent(pages.page.url())).toContain(`time=[0,${end}]`);
    await pages.page.getByRole('button', { name: 'Compare' }).click();
    await pages.page.getByRole('menuitem', { name: 'Stop comparing' }).click();
    await settle(pages.page);
    expect(pages.page.url()).not.toContain('compare=');
    expect(await panel('jobs').count()).toBe(1);
  });

  it('says why two networks cannot be compared', async () => {
    await open(
      '#/d/pods-packed?compare=dataset:torus-halo&layout=h(500:fat-tree~side!a,500:fat-tree~side!b)',
    );
    expect(await panel('fat-tree', 'b').textContent()).toContain('these are different networks');
    await pages.page.getByRole('button', { name: 'Compare' }).click();
    const item = pages.page.getByRole('menuitemradio', { name: /torus/ });
    expect(await item.textContent()).toContain('It has 5,120 links, this one 19,200.');
  });
});
