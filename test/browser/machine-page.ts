import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { settle } from './open-browser.ts';

/** What tests do with the machine view. */
export interface MachinePage {
  canvas(): Locator;
  field(name: string): Locator;
  /** The picture on screen, as a short text: equal pictures, equal texts. */
  pixels(): Promise<string>;
  /** The machine is there, its ways are traced, and both are drawn. */
  opened(): Promise<void>;
  /** No request under way, and four frames later: what was asked for has been drawn. */
  drawn(): Promise<void>;
  seek(thousandth: number): Promise<void>;
  /** Goes over the picture until the tooltip names what is wanted; gives the place. */
  find(wanted: RegExp): Promise<{ x: number; y: number }>;
  /** Chooses a message by its id and goes to its start. */
  follow(id: number): Promise<void>;
  /** Where the camera looks and from how far, as the address keeps it. */
  camera(): Promise<number[]>;
}

export async function openMachine(page: Page, url: string): Promise<MachinePage> {
  const canvas = (): Locator => page.locator('.machine-stage canvas');
  const drawn = async (): Promise<void> => {
    await settle(page);
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          let left = 4;
          const frame = (): void => (--left > 0 ? void requestAnimationFrame(frame) : done());
          requestAnimationFrame(frame);
        }),
    );
    await settle(page);
  };
  const machine: MachinePage = {
    canvas,
    drawn,
    field: (name) => page.locator(`[data-field="${name}"]`),
    pixels: async () =>
      createHash('sha256')
        .update(await canvas().screenshot())
        .digest('hex'),
    async opened() {
      await page.waitForSelector('.machine-stage canvas[data-frames]');
      await page.getByRole('textbox', { name: 'Message to follow' }).waitFor();
      await drawn();
    },
    async seek(thousandth) {
      await page.getByRole('slider', { name: 'Time' }).fill(String(thousandth));
      await drawn();
    },
    find: (wanted) => findByTooltip(page, canvas(), wanted),
    async follow(id) {
      await page.getByRole('textbox', { name: 'Message to follow' }).fill(String(id));
      await page.keyboard.press('Enter');
      await drawn();
      await page.getByRole('button', { name: 'Go to its start' }).click();
      await drawn();
    },
    async camera() {
      await restingAddress(page);
      const printed = /camera!([^~)]*)/.exec(page.url())?.[1] ?? '';
      return decodeURIComponent(printed)
        .replace(/\$22\./g, '')
        .replace(/\$2d\./gi, '-')
        .split('_')
        .map(Number);
    },
  };
  await page.goto(url);
  await machine.opened();
  return machine;
}

/** A camera is kept a moment after its last movement: the address has come to rest when it stays for twice as long. */
async function restingAddress(page: Page): Promise<void> {
  for (let before = ''; before !== page.url(); ) {
    before = page.url();
    await page.waitForTimeout(400);
  }
}

async function findByTooltip(page: Page, canvas: Locator, wanted: RegExp): Promise<{ x: number; y: number }> {
  const box = (await canvas.boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (let ring = 0; ring < 40; ring++) {
    for (let turn = 0; turn < 12; turn++) {
      const angle = (turn / 12) * 2 * Math.PI;
      const at = { x: middle.x + ring * 7 * Math.cos(angle), y: middle.y + ring * 7 * Math.sin(angle) };
      await page.mouse.move(at.x, at.y);
      const tooltip = page.locator('.machine-stage .kit-tooltip-title');
      if ((await tooltip.count()) > 0 && wanted.test((await tooltip.textContent()) ?? '')) return at;
    }
  }
  throw new Error(`nothing named ${wanted} found`);
}
