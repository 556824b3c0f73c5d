import { createRandom, type Random } from '@weft/model';
import type { Locator, Page } from 'playwright-core';
import { settle } from './open-browser.ts';

/** What is left alone: what moves by itself, what leaves the panel, and what only copies or saves. */
const LEFT_ALONE = /^(Play|Pause|Sound|Panel menu|Maximise|Restore|Close|View of this panel)/;

/** Longer than options take to settle. */
const REST = 320;

type Act = (panel: Locator, page: Page, random: Random) => Promise<string | null>;

/** Somebody who tries everything in a panel: menus, buttons, boxes, sliders, and the pointer over its picture. */
export function createReader(page: Page, view: string, seed: string) {
  const random = createRandom(seed);
  const panel = page.locator(`.panel[data-view="${view}"]`);
  return {
    /** Does something that can be done; tells what. */
    async act(): Promise<string> {
      for (let tries = 0; tries < 20; tries++) {
        const done = await pick(acts, random)(panel, page, random).catch(() => null);
        if (done === null) continue;
        await rest(page);
        return done;
      }
      return 'nothing';
    },
  };
}

/** Until what was done is settled and drawn, with neither pointer nor focus in the picture. */
export async function rest(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  let before: string;
  do {
    before = page.url();
    await page.waitForTimeout(REST);
    await settle(page);
  } while (page.url() !== before);
}

const acts: readonly Act[] = [
  chooseOption,
  pressButton,
  tickBox,
  moveSlider,
  (panel, page, random) => pointAt(panel, page, random, 'wheel'),
  (panel, page, random) => pointAt(panel, page, random, 'drag'),
  (panel, page, random) => pointAt(panel, page, random, 'click'),
  (panel, page, random) => pointAt(panel, page, random, 'double'),
];

function pick<T>(list: readonly T[], random: Random): T {
  return list[random.below(list.length)];
}

async function oneOf(found: Locator, random: Random): Promise<Locator | null> {
  const shown: Locator[] = [];
  for (const element of await found.all())
    if ((await element.isVisible()) && (await element.isEnabled())) shown.push(element);
  return shown.length > 0 ? pick(shown, random) : null;
}

const QUICK = { timeout: 1500 };

async function chooseOption(panel: Locator, _: Page, random: Random): Promise<string | null> {
  const menu = await oneOf(panel.locator('select'), random);
  if (!menu) return null;
  const values = await menu
    .locator('option:not([disabled])')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
  const value = pick(values, random);
  await menu.selectOption(value, QUICK);
  return `choose ${value}`;
}

async function pressButton(panel: Locator, _: Page, random: Random): Promise<string | null> {
  const button = await oneOf(panel.locator('button'), random);
  const name = button && ((await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '');
  if (!button || name === null || LEFT_ALONE.test(name)) return null;
  await button.click(QUICK);
  return `press ${name}`;
}

async function tickBox(panel: Locator, _: Page, random: Random): Promise<string | null> {
  const box = await oneOf(panel.locator('input[type=checkbox]'), random);
  const name = box && (await box.evaluate((element) => element.closest('label')?.textContent ?? ''));
  if (!box || name === null || LEFT_ALONE.test(name)) return null;
  await box.click(QUICK);
  return `tick ${name}`;
}

async function moveSlider(panel: Locator, _: Page, random: Random): Promise<string | null> {
  const slider = await oneOf(panel.locator('input[type=range]'), random);
  if (!slider) return null;
  const at = random.next();
  await slider.evaluate((element, share) => {
    if (!(element instanceof HTMLInputElement)) return;
    const [low, high] = [Number(element.min), Number(element.max)];
    element.value = String(Math.round(low + (high - low) * share));
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, at);
  return `slide to ${at.toFixed(2)}`;
}

async function pointAt(
  panel: Locator,
  page: Page,
  random: Random,
  how: 'wheel' | 'drag' | 'click' | 'double',
): Promise<string | null> {
  const body = await oneOf(panel.locator('canvas, [role=grid]'), random);
  const box = await body?.boundingBox();
  if (!box) return null;
  const point = () => ({
    x: box.x + box.width * (0.05 + 0.9 * random.next()),
    y: box.y + box.height * (0.05 + 0.9 * random.next()),
  });
  const [from, to] = [point(), point()];
  await page.mouse.move(from.x, from.y);
  if (how === 'wheel') await page.mouse.wheel(0, (random.next() < 0.7 ? -1 : 1) * (100 + random.below(500)));
  else if (how === 'drag') {
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
  } else if (how === 'double') await page.mouse.dblclick(from.x, from.y);
  else {
    const modifier = pick([null, null, 'Control', 'Shift'] as const, random);
    if (modifier) await page.keyboard.down(modifier);
    await page.mouse.click(from.x, from.y);
    if (modifier) await page.keyboard.up(modifier);
  }
  return `${how} at ${from.x.toFixed()},${from.y.toFixed()} to ${to.x.toFixed()},${to.y.toFixed()}`;
}
