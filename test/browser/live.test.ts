import { expect, test } from 'vitest';
import { serveLiveStar } from './live-star.ts';
import { settle } from './open-browser.ts';

const { pages, sample, perSample } = serveLiveStar(12);

test('the open page follows the samples, stays where it is paused, rewinds and goes live again', async () => {
  await pages.open('#/d/star');
  const { page } = pages;
  const live = page.locator('.live-button');
  const says = (text: RegExp) => live.filter({ hasText: text }).waitFor();
  const total = page.locator('.remainder span[title]');
  const totalOf = (samples: number) => `${(samples * perSample).toLocaleString('en-US')}\u00a0B`;
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
  // Sums of the whole run come before the steps, whose last one is where it is paused.
  await settle(page);

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
  await expect.poll(() => chip.textContent(), { timeout: 20_000 }).toMatch(/^2\smin\s27\ss – 2\smin\s28\ss$/);
  await shows(1);
});
