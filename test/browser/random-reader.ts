import { createRandom, type Random } from '@weft/model';
import type { Locator, Page } from 'playwright-core';
import { pick } from './random-address.ts';

/** What is left alone: what moves by itself, what leaves the panel, and what only copies or saves. */
const LEFT_ALONE = /^(Play|Pause|Sound|Panel menu|Maximise|Restore|Close|View of this panel)/;

type Act = (panel: Locator, page: Page, random: Random) => Promise<string | null>;

export interface Reader {
  /** Does something that can be done; tells what. */
  act(): Promise<string>;
}

/** Somebody who tries everything in a panel: menus, buttons, boxes, sliders, and the pointer over its picture. */
export function createReader(page: Page, view: string, seed: string): Reader {
  const random = createRandom(seed);
  const panel = page.locator(`.panel[data-view="${view}"]`);
  return {
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

/** Frames without work or another address after which the page is at rest: effects may follow a frame later. */
const STILL_FRAMES = 4;
/** Milliseconds after which a page that still moves will never rest. */
const RESTLESS = 60_000;

/** Until what was done is settled and drawn, with neither pointer nor focus in the picture. */
export async function rest(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  const limits = { frames: STILL_FRAMES, limit: RESTLESS };
  await page.evaluate(async ({ frames, limit }) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // How far short lists and narrow bars are scrolled, unlike tables, and marked text are no place to come back to.
    getSelection()?.removeAllRanges();
    for (const element of document.querySelectorAll('.panel-area :not([role=grid])')) element.scrollTo(0, 0);
    let address = location.href;
    const start = performance.now();
    for (let still = 0; still < frames; still++) {
      await new Promise(requestAnimationFrame);
      if (performance.now() - start > limit) throw new Error(`no rest at ${address}`);
      if (document.documentElement.dataset.idle !== 'true' || location.href !== address) still = -1;
      address = location.href;
    }
  }, limits);
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

async function oneOf(found: Locator, random: Random): Promise<Locator | null> {
  const shown = await found.evaluateAll((elements) =>
    elements.flatMap((element, i) => {
      const usable = element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled');
      return usable ? [i] : [];
    }),
  );
  return shown.length > 0 ? found.nth(pick(shown, random)) : null;
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
  // A low panel cuts its picture off: below lies another panel.
  const inside = await panel.evaluate(
    (element, { x, y }) => element.contains(document.elementFromPoint(x, y)),
    from,
  );
  if (!inside) return null;
  await page.mouse.move(from.x, from.y);
  if (how === 'wheel') await turnWheel(page, (random.next() < 0.7 ? -1 : 1) * (100 + random.below(500)));
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

/** The browser does not always tell that the page has got the turn of a wheel. */
async function turnWheel(page: Page, by: number): Promise<void> {
  await Promise.race([page.mouse.wheel(0, by), page.waitForTimeout(QUICK.timeout)]);
}
