import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadStudy, simulate } from '@weft/simulate';
import { createDataset } from '@weft/store';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { serveDatasets } from './serve-datasets.ts';

const CODES = ['cactus', 'ij', 'milc', 'namd', 'superlu', 'tgyro'];
const SEEDS = [1, 2, 3, 4];
const MEASURES = 'degree betweenness closeness eccentricity pagerank transitivity';
const MODES = ['linear', 'even', 'repelled'];

/** The hive panel of 24 runs by 6 measures in the page: laid out and drawn anew when a rule changes. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    const datasets = await writeRuns(folder);
    const server = await serveDatasets(datasets);
    try {
      await measure(server.url, datasets.length);
    } finally {
      server.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each code with several seeds. */
async function writeRuns(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const code of CODES) {
    for (const seed of SEEDS) {
      const { scenario, place } = loadStudy(`code-${code}`);
      const path = join(folder, `${code}-${seed}.weft`);
      const writer = await createDataset(path);
      const { facts } = await simulate({ ...scenario, seed }, writer, {}, place);
      await writer.finish(facts);
      paths.push(path);
    }
  }
  return paths;
}

async function measure(url: string, runs: number): Promise<void> {
  const executablePath = [process.env.CHROME_PATH, '/usr/bin/chromium'].find(
    (path) => path && existsSync(path),
  );
  if (!executablePath) throw new Error('no Chromium found: set CHROME_PATH');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    const others = CODES.flatMap((code) => SEEDS.map((seed) => `${code}-${seed}`)).slice(1);
    const options = { part: 'panel', runs: others.join(' '), measures: MEASURES };
    const text = Object.entries(options).map(([name, value]) => `~${name}!${value.replaceAll(' ', '$20.')}`);
    await page.goto(`${url}#/d/${CODES[0]}-${SEEDS[0]}?layout=hive${text.join('')}`);
    await idle(page);
    for (const timeDomain of ['timeTicks', 'threadTicks'] as const) {
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain });
      const clock = timeDomain === 'timeTicks' ? 'wall clock' : 'processor time';
      for (const mode of MODES) {
        const spent = await changeMode(page, session, mode);
        console.log(`${runs} runs x 6 measures, ranks ${mode}: ${spent.toFixed(0)} ms, ${clock}`);
      }
      await session.detach();
    }
  } finally {
    await browser.close();
  }
}

async function changeMode(page: Page, session: CDPSession, mode: string): Promise<number> {
  const before = await busyTime(session);
  await page.getByLabel('Ranks along an axis').evaluate((element: HTMLSelectElement, value) => {
    element.value = value;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, mode);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await idle(page);
  return (await busyTime(session)) - before;
}

async function idle(page: Page): Promise<void> {
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: 300_000 });
}

async function busyTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
