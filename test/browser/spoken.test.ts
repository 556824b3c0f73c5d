import { expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';

const pages = servePages(() => studyDatasets(['code-cactus']));

const said = async (): Promise<string> =>
  (await pages.page.locator('.kit-spoken').allTextContents()).join(' ').trim();

/** A view, the keys that move its cursor, and what is to be heard then. */
const cursors: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['machine', ['n', 'n'], /^n1, kind host, .*links 1/],
  ['machine', ['b'], /^L3-\S+, kind switch, layer 3/],
  ['comm-matrix', ['ArrowRight', 'ArrowRight'], /^rank 0 → rank 1, bytes /],
  ['commgram', ['ArrowRight'], /phase/i],
  ['summary', ['ArrowDown'], /^L0-L1 .*links \d+ of \d+ in the selection/],
  ['hive~part!plot', ['ArrowRight'], /^rank \d+ of .*Degree/],
];

it.each(cursors)('%s says where the keys %j lead', async (view, keys, heard) => {
  await pages.open(`#/d/code-cactus?layout=${view}`);
  const canvas = pages.page.locator('.panel canvas[role=application]').first();
  await canvas.focus();
  for (const key of keys) await pages.page.keyboard.press(key);
  await settle(pages.page);
  expect(await said()).toMatch(heard);
});

it('says nothing of what the pointer passes, and chooses the node that keys lead to', async () => {
  await pages.open('#/d/code-cactus?layout=machine');
  const canvas = pages.page.locator('.machine-stage canvas');
  await canvas.focus();
  await pages.page.keyboard.press('n');
  await pages.page.keyboard.press('PageDown');
  await pages.page.keyboard.press('Enter');
  await settle(pages.page);
  expect(await pages.page.locator('.chip-text').allTextContents()).toEqual(['from n10']);
  await pages.page.keyboard.press('n');
  await pages.page.keyboard.press('Shift+Enter');
  await settle(pages.page);
  expect((await pages.page.locator('.chip-text').allTextContents()).join()).toContain('n11');
  const box = (await canvas.boundingBox())!;
  await pages.page.mouse.move(box.x + 210, box.y + 30);
  await settle(pages.page);
  expect(await said()).toBe('');
  expect(await pages.page.locator('footer.bottom-bar').getAttribute('aria-live')).toBe('polite');
});
