import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importFiles } from '@weft/readers';
import { createDataset } from '@weft/store';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { rest } from './random-reader.ts';
import { servePages } from './serve-pages.ts';
import { studyDatasets } from './weft-datasets.ts';
import { writeDragonfly } from './write-dragonfly.ts';
import { writeMachine } from './write-machine.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-clipped-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function importFixture(name: string, path: string): Promise<string> {
  const dataset = join(folder, `${name}.weft`);
  const writer = await createDataset(dataset);
  const fixture = fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url));
  await writer.finish((await importFiles([fixture], writer, {})).facts);
  return dataset;
}

const pages = servePages(async () => {
  const [tree, groups] = ['tree', 'groups'].map((name) => join(folder, `${name}.weft`));
  await writeMachine(tree);
  await writeDragonfly(groups);
  const trace = await importFixture('trace', 'otf2/p-bswap8');
  const profile = await importFixture('profile', 'ipm/bswap8.ipm.xml');
  return [tree, groups, trace, profile, ...(await studyDatasets(['torus-alternating']))];
});

/** Words and options that stand in one line and are cut by the end of it or of their bar. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.panel :is(div, section, span, p, button)')].flatMap(
      (element) => {
        if (!element.checkVisibility() || element.closest('.kit-spoken, [role=gridcell]')) return [];
        const { overflowX, overflowY } = getComputedStyle(element);
        const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
        const wide = hides(overflowX) && element.scrollWidth > element.clientWidth + 1;
        const high = hides(overflowY) && element.scrollHeight > element.clientHeight + 4;
        return wide || high ? [`${element.className}: ${element.textContent}`] : [];
      },
    ),
  );
}

const views: readonly (readonly [string, string])[] = [
  ['tree', 'fat-tree'],
  ['tree', 'jobs'],
  ['tree', 'hottest-links'],
  ['tree', 'machine'],
  ['tree', 'time-chart'],
  ['tree', 'histogram'],
  ['tree', 'summary'],
  ['tree', 'link-detail'],
  ['groups', 'dragonfly'],
  ['torus-alternating', 'torus'],
  ['trace', 'timeline'],
  ['trace', 'commgram'],
  ['trace', 'comm-matrix'],
  ['trace', 'call-profile'],
  ['trace', 'hive'],
  ['profile', 'call-profile'],
];

describe('nothing is cut off on a narrow page', () => {
  it.each(views)('of %s: %s', async (dataset, view) => {
    await pages.page.setViewportSize({ width: 390, height: 844 });
    await pages.open(`#/d/${dataset}?layout=${view}`);
    await rest(pages.page);
    expect(await pages.panel(view).count()).toBe(1);
    expect(await cutOff(pages.page)).toEqual([]);
  });

  it.each([390, 480, 620])('of the roles of a torus in a panel of %d pixels', async (width) => {
    const { page } = pages;
    await page.setViewportSize({ width, height: 844 });
    await pages.open('#/d/torus-alternating?layout=torus');
    await rest(page);
    const roles = await page.locator('.torus-roles').boundingBox();
    expect(roles?.height).toBeLessThanOrEqual(90);
    const lower = async (part: string): Promise<number> => {
      const { y, height } = (await page.locator(part).first().boundingBox())!;
      return y + height;
    };
    expect(await lower('.kit-view > :last-child')).toBeLessThanOrEqual(await lower('.panel'));
  });

  it('of a comparison: panels stand below each other, what is selected and the verdict are readable', async () => {
    const { page } = pages;
    await page.setViewportSize({ width: 390, height: 844 });
    const layout = 'v(300:h(500:fat-tree~side!a,500:fat-tree~side!b),700:compare~side!d)';
    await pages.open(`#/d/tree?time=[0,4800000000000]&jobs=[0]&compare=job:1&layout=${layout}`);
    await rest(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const panel of await page.locator('.panel').all())
      expect((await panel.boundingBox())?.width).toBe(390);
    expect(await cutOff(page)).toEqual([]);
    for (const words of ['.chip-text', 'output.findings > p', '.panel[data-view=compare] [role=row]']) {
      const cut = await page
        .locator(words)
        .evaluateAll(
          (elements) => elements.filter((element) => element.scrollWidth > element.clientWidth + 1).length,
        );
      expect(cut, words).toBe(0);
    }
  });
});
