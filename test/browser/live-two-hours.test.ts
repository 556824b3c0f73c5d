import { expect, test } from 'vitest';
import { serveLiveStar } from './live-star.ts';

const HOSTS = 100;
const SECONDS = 7200;
const CUBE_BYTES = SECONDS * 2 * HOSTS * Float64Array.BYTES_PER_ELEMENT;
const { pages, sample, perSample } = serveLiveStar(HOSTS);

/** Bytes of typed arrays of the page, after what nobody holds was let go. */
async function arrayBytes(): Promise<number> {
  const session = await pages.page.context().newCDPSession(pages.page);
  await session.send('HeapProfiler.collectGarbage');
  const usage: { backingStorageSize?: number } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usage.backingStorageSize ?? 0;
}

test('two hours of seconds on 200 ports: the page follows, holds each sample less than three times, and rewinds', {
  timeout: 240_000,
}, async () => {
  await pages.open('#/d/star');
  const { page } = pages;
  const total = page.locator('.remainder span[title]');
  const titleOf = (samples: number) => `${(samples * perSample).toLocaleString('en-US')}\u00a0B`;
  const shows = (samples: number) =>
    total.and(page.locator(`[title="${titleOf(samples)}"]`)).waitFor({ timeout: 120_000 });

  await sample(SECONDS / 2, 600);
  await shows(SECONDS / 2);
  await sample(SECONDS / 2, 600);
  await shows(SECONDS);
  expect(await arrayBytes()).toBeLessThan(3 * CUBE_BYTES);

  await page.keyboard.press('ArrowLeft');
  await shows(1);
  await page.keyboard.press('ArrowLeft');
  const live = page.locator('.live-button');
  await live.filter({ hasText: /^Go live$/ }).waitFor();
  await live.click();
  await live.filter({ hasText: /^Live/ }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await sample(1);
  await shows(SECONDS + 1);
});
