import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchFromRows, NetworkBuilder, networkTables, tables } from '@weft/model';
import { appendToDataset, createDataset, type DatasetAppender } from '@weft/store';
import { afterAll, expect, test } from 'vitest';
import { servePages } from './serve-pages.ts';

const HOSTS = 12;
const SECOND = 1e9;
const folder = mkdtempSync(join(tmpdir(), 'weft-live-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let appender: DatasetAppender;
let taken = 0;

/** Twelve hosts on one switch, not yet sampled. */
async function writeStar(): Promise<string> {
  const builder = new NetworkBuilder();
  const top = builder.addVertex({ kind: 'switch', name: 'top', level: 1 });
  for (let port = 1; port <= HOSTS; port++) {
    const host = builder.addVertex({ kind: 'host', name: `node${port}`, level: 0 });
    builder.addCable({ from: host, to: top, fromPort: 1, toPort: port });
  }
  const { vertices, links } = networkTables(builder.build());
  const path = join(folder, 'star.weft');
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  await writer.finish({
    title: 'A star',
    origin: '0',
    network: { family: 'star', params: { hosts: HOSTS } },
    provenance: [{ kind: 'import', facts: {} }],
  });
  appender = await appendToDataset(path);
  return path;
}

/** A sample of one second: each link has sent its number in bytes. */
async function sample(count = 1): Promise<void> {
  for (let n = 0; n < count; n++) {
    taken++;
    const rows = Array.from({ length: 2 * HOSTS }, (_, link) => ({
      time: taken * SECOND,
      link,
      metric: 'data_sent',
      value: link,
    }));
    await appender.append([batchFromRows(tables.counters, rows)], {
      timeRange: [0, taken * SECOND],
      interval: SECOND,
      metrics: [{ name: 'data_sent', unit: 'B', doc: '', kind: 'amount' }],
    });
  }
}

const pages = servePages(async () => [await writeStar()]);
/** Bytes of all links in one second. */
const PER_SAMPLE = (2 * HOSTS * (2 * HOSTS - 1)) / 2;

test('the open page follows the samples, stays where it is paused, rewinds and goes live again', async () => {
  await pages.open('#/d/star');
  const { page } = pages;
  const live = page.locator('.live-button');
  const says = (text: RegExp) => live.filter({ hasText: text }).waitFor();
  const total = page.locator('.remainder span[title]');
  const totalOf = (samples: number) => `${(samples * PER_SAMPLE).toLocaleString('en-US')}\u00a0B`;
  const shows = (samples: number) => total.and(page.locator(`[title="${totalOf(samples)}"]`)).waitFor();
  expect(await live.count()).toBe(0);
  expect(await pages.panel('time-chart').count()).toBe(0);

  await sample(5);
  await shows(5);
  await says(/^Live/);
  expect(await live.getAttribute('aria-pressed')).toBe('true');
  expect(await pages.panel('time-chart').count()).toBe(1);

  await sample(70);
  await shows(75);

  await page.keyboard.press(' ');
  await says(/^Go live$/);
  await sample(70);
  const chip = page.locator('.chip[data-key="time"]');
  const paused = await chip.textContent();
  const later = async () => {
    await page.keyboard.press('Alt+ArrowRight');
    return chip.textContent();
  };
  await expect.poll(later, { timeout: 20_000 }).not.toBe(paused);
  await shows(75);
  await live.click();
  await says(/^Live/);

  await page.getByRole('button', { name: 'Remove' }).click();
  await shows(145);
  await page.keyboard.press('ArrowLeft');
  await shows(1);
  await says(/^Live/);
  await page.keyboard.press('ArrowLeft');
  await says(/^Go live$/);
  await live.click();
  await sample(3);
  await expect.poll(() => chip.textContent(), { timeout: 20_000 }).toMatch(/^147\ss – 148\ss$/);
  await shows(1);
});
