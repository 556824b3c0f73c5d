import { PNG } from 'pngjs';
import { beforeEach, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';

const pages = servePages(() => studyDatasets(['code-cactus']));

beforeEach(() =>
  pages.page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, options?: object) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, options]);
      },
    });
  }),
);

/** Colours that the picture of the machine is drawn in. */
async function colours(): Promise<number> {
  const { data } = PNG.sync.read(await pages.page.locator('.machine-stage canvas').screenshot());
  return new Set(new Uint32Array(new Uint8Array(data).buffer)).size;
}

it('draws the machine flat on a plain canvas, and rings what is chosen', async () => {
  await pages.open('#/d/code-cactus?layout=machine~space!2d');
  await pages.page.locator('.machine-stage canvas[data-frames]').waitFor();
  await settle(pages.page);
  expect(await colours()).toBeGreaterThan(4);
  expect(await pages.page.locator('.machine-missing').count()).toBe(0);
  const canvas = pages.page.locator('.machine-stage canvas');
  const before = await canvas.screenshot();
  await canvas.focus();
  await pages.page.keyboard.press('n');
  await pages.page.keyboard.press('Enter');
  await settle(pages.page);
  expect(pages.page.url()).toContain('sources=');
  expect((await canvas.screenshot()).equals(before)).toBe(false);
});

it('says what three dimensions need, and shows two instead', async () => {
  await pages.open('#/d/code-cactus?layout=machine~space!3d');
  await pages.page.getByText('This browser has no WebGL').waitFor();
  await pages.page.getByRole('button', { name: 'Show in 2-D' }).click();
  await settle(pages.page);
  expect(await pages.page.getByText('This browser has no WebGL').count()).toBe(0);
  expect(await colours()).toBeGreaterThan(4);
});

it('draws the ribbons of CommGram on a plain canvas', async () => {
  await pages.open('#/d/code-cactus?layout=commgram');
  expect(await pages.page.locator('[role=alert]').count()).toBe(0);
});
