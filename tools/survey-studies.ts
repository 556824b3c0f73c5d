/**
 * Opens every study as its readers do: `node --import tsx tools/survey-studies.ts <folder> [study...]`. Writes a picture
 * in each size and theme and a sheet of all of a study to the folder, and names pieces of work that block the page.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { isGenerated, studyCatalog } from '../apps/cli/src/studies/study-catalog.ts';
import { startServer } from '../apps/server/src/index.ts';
import { longTasks, traceTasks } from './long-tasks.ts';
import { startBrowser } from './start-browser.ts';

const SIZES = [
  [1280, 800],
  [1920, 1080],
  [390, 844],
] as const;
const THEMES = ['light', 'dark'] as const;
/** Milliseconds, also for a machine that has much else to do. */
const TIMEOUT = 600_000;

interface Shot {
  readonly title: string;
  readonly file: string;
}

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error('usage: node --import tsx tools/survey-studies.ts <folder> [study...]');
mkdirSync(folder, { recursive: true });
const studies = studyCatalog().filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const page = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
const server = await startServer({ datasets: [], studies, page });
const browser = await startBrowser();
for (const study of studies) {
  if (!isGenerated(study)) await study.generate({});
  console.log(study.id);
  for (const line of await blockingWork(browser, study.id)) console.log(`  ${line}`);
  const shots: Shot[] = [];
  for (const theme of THEMES) {
    for (const [width, height] of SIZES) shots.push(await takeShot(browser, study.id, theme, width, height));
  }
  await writeSheet(browser, study.id, shots);
}
await browser.close();
await server.close();

async function openStudy(tab: Page, study: string): Promise<void> {
  await tab.goto(`${server.url}#/d/${study}`);
  await tab.waitForSelector('.panel', { timeout: TIMEOUT });
  await tab.waitForFunction(() => document.documentElement.dataset.idle === 'true', null, {
    timeout: TIMEOUT,
  });
}

async function blockingWork(browser: Browser, study: string): Promise<string[]> {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const stop = await traceTasks(tab);
  await openStudy(tab, study);
  const tasks = longTasks(await stop());
  await tab.close();
  return tasks.map(
    ({ milliseconds, script }) => `${milliseconds} ms of processor time in one piece: ${script}`,
  );
}

async function takeShot(
  browser: Browser,
  study: string,
  theme: (typeof THEMES)[number],
  width: number,
  height: number,
): Promise<Shot> {
  const tab = await browser.newPage({ viewport: { width, height }, colorScheme: theme });
  await openStudy(tab, study);
  const file = join(folder, `${study}-${width}-${theme}.png`);
  await tab.screenshot({ path: file });
  await tab.close();
  return { title: `${width} × ${height}, ${theme}`, file };
}

async function writeSheet(browser: Browser, study: string, shots: readonly Shot[]): Promise<void> {
  const tab = await browser.newPage({ viewport: { width: 1800, height: 1000 } });
  const figures = shots.map(
    ({ title, file }) =>
      `<figure><figcaption>${title}</figcaption><img height="440" src="data:image/png;base64,${readFileSync(file, 'base64')}"></figure>`,
  );
  await tab.setContent(
    `<style>body{font:14px sans-serif;display:grid;grid-template-columns:auto auto auto}figure{margin:4px}</style>${figures.join('')}`,
  );
  await tab.screenshot({ path: join(folder, `${study}.png`), fullPage: true });
  await tab.close();
}
