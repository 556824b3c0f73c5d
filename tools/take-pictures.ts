/**
 * Takes the gallery's pictures of the studies: `node --import tsx tools/take-pictures.ts [study...]`. Generates each
 * study where it is missing, opens its main view in Chromium and writes studies/pictures/<id>.png. Look at them.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { isGenerated, studyCatalog } from '../apps/cli/src/studies/study-catalog.ts';
import { startServer } from '../apps/server/src/index.ts';
import { findChromium } from './find-chromium.js';

const MAIN_VIEWS: readonly (readonly [RegExp, string])[] = [
  [/^torus/, 'torus~roles!bcade'],
  [/^lanl/, 'machine'],
  [/^pipeline|^amr|^binary/, 'commgram'],
  [/^code/, 'hive~part!plot'],
  [/./, 'fat-tree'],
];

const folder = fileURLToPath(new URL('../studies/pictures/', import.meta.url));
const page = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
const wanted = process.argv.slice(2);
const studies = studyCatalog().filter(({ id }) => wanted.length === 0 || wanted.includes(id));

mkdirSync(folder, { recursive: true });
const server = await startServer({ datasets: [], studies, page });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
  ],
});
for (const study of studies) {
  if (!isGenerated(study)) await study.generate({});
  const view = MAIN_VIEWS.find(([pattern]) => pattern.test(study.id))![1];
  const tab = await browser.newPage({ viewport: { width: 960, height: 640 } });
  await tab.goto(`${server.url}#/d/${study.id}?layout=${view}`);
  await tab.waitForFunction(() => document.documentElement.dataset.idle === 'true', null, {
    timeout: 120_000,
  });
  const body = tab.locator('.panel canvas').first();
  const box = (await body.boundingBox())!;
  const clip = { x: box.x, y: box.y, width: box.width, height: Math.min(box.height, (box.width * 9) / 16) };
  await tab.screenshot({ path: `${folder}${study.id}.png`, clip, scale: 'css' });
  console.log(`${study.id}: ${view}`);
  await tab.close();
}
await browser.close();
await server.close();
