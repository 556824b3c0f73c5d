/**
 * Takes the gallery's pictures of the studies: `node --import tsx tools/take-pictures.ts [study...]`. Generates each
 * study where it is missing, opens its main view in Chromium and writes studies/pictures/<id>.png. Look at them.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { isGenerated, studyCatalog } from '../apps/cli/src/studies/study-catalog.ts';
import { startServer } from '../apps/server/src/index.ts';
import { startBrowser } from './start-browser.ts';

const MAIN_VIEWS: readonly (readonly [RegExp, string])[] = [
  [/^torus/, 'torus~roles!bcade'],
  [/^lanl/, 'machine'],
  [/^pipeline|^amr|^binary/, 'commgram'],
  [/^code/, 'hive~part!plot'],
  [/./, 'fat-tree'],
];

/** Of the page at first; it then grows or shrinks until its drawing is 16:9, as the cards are. */
const WIDTH = 960;
const HEIGHT = 640;

const folder = fileURLToPath(new URL('../studies/pictures/', import.meta.url));
const page = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
const wanted = process.argv.slice(2);
const studies = studyCatalog().filter(({ id }) => wanted.length === 0 || wanted.includes(id));

mkdirSync(folder, { recursive: true });
const server = await startServer({ datasets: [], studies, page });
const browser = await startBrowser();
for (const study of studies) {
  if (!isGenerated(study)) await study.generate({});
  const view = MAIN_VIEWS.find(([pattern]) => pattern.test(study.id))![1];
  const tab = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  await tab.goto(`${server.url}#/d/${study.id}?layout=${view}`);
  const { width, height } = await drawingBox(tab);
  const missing = Math.round((width * 9) / 16 - height);
  await tab.setViewportSize({ width: WIDTH, height: HEIGHT + missing });
  await tab.reload();
  await tab.screenshot({ path: `${folder}${study.id}.png`, clip: await drawingBox(tab), scale: 'css' });
  console.log(`${study.id}: ${view}`);
  await tab.close();
}
await browser.close();
await server.close();

/** Where the page draws, once it has come to rest. */
async function drawingBox(tab: Page) {
  await tab.waitForFunction(() => document.documentElement.dataset.idle === 'true', null, {
    timeout: 600_000,
  });
  return (await tab.locator('.panel canvas').first().boundingBox())!;
}
