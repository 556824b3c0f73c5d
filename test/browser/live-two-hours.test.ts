import { expect, test } from 'vitest';
import { serveLiveStar } from './live-star.ts';
import { settle } from './open-browser.ts';

const HOSTS = 100;
const HOUR = 3600;
/** Steps of 8 s, after two hours. */
const SAMPLES_PER_STEP = 8;
const MEGABYTE = 2 ** 20;
const { pages, sample, perSample } = serveLiveStar(HOSTS);

/** Bytes of typed arrays of the page, after what nobody holds was let go. */
async function arrayBytes(): Promise<number> {
  await settle(pages.page);
  const session = await pages.page.context().newCDPSession(pages.page);
  await session.send('HeapProfiler.collectGarbage');
  const usage: { backingStorageSize?: number } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usage.backingStorageSize ?? 0;
}

test('two hours of seconds on 200 ports: the page follows, needs no more memory after the first half hour, and rewinds', {
  timeout: 240_000,
}, async () => {
  await pages.open('#/d/star');
  const { page } = pages;
  const total = page.locator('.remainder span[title]');
  const titleOf = (samples: number) => `${(samples * perSample).toLocaleString('en-US')}\u00a0B`;
  const shows = (samples: number) =>
    total.and(page.locator(`[title="${titleOf(samples)}"]`)).waitFor({ timeout: 120_000 });

  /** Ten minutes at a time, as a page sees them that was in the background. */
  const follow = async (from: number, to: number) => {
    for (let taken = from + 600; taken <= to; taken += 600) {
      await sample(600, 600);
      await shows(taken);
    }
    return arrayBytes();
  };
  const afterHalf = await follow(0, HOUR / 2);
  expect(afterHalf).toBeLessThan(6 * MEGABYTE);
  expect((await follow(HOUR / 2, 2 * HOUR)) - afterHalf).toBeLessThan(0.25 * MEGABYTE);
  await sample(3);
  await shows(2 * HOUR + 3);

  await page.keyboard.press('ArrowLeft');
  await shows((2 * HOUR + 3) % SAMPLES_PER_STEP);
  await page.keyboard.press('ArrowLeft');
  await shows(SAMPLES_PER_STEP);
  const live = page.locator('.live-button');
  await live.filter({ hasText: /^Go live$/ }).waitFor();
  await live.click();
  await live.filter({ hasText: /^Live/ }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await sample(1);
  await shows(2 * HOUR + 4);
});
