import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, networkTables } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { startServer } from '@weft/server';
import { createDataset } from '@weft/store';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../tools/find-chromium.js';
import { buildPage } from './build-page.ts';
import { dragBrush, measureOpening, metric, printMemory, printTimes } from './page-measures.ts';

const SIZES = [16, 16, 16, 12, 2];
const STEPS = 100;
const MINUTE = 60e9;

/**
 * The torus workspace with 98,304 nodes and 983,040 directed links over 100 steps: time to open, script time of a role
 * change and of a move of the time brush, memory of the tab.
 */
export async function run(): Promise<void> {
  const page = await buildPage();
  const kept = process.env.WEFT_BENCH_FOLDER;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    const path = join(folder, 'torus-98304.weft');
    if (!existsSync(path)) await writeTorus(path);
    await measure(path, page);
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

/** Counters of a made-up run: one slow direction, one busy plane, and noise. */
async function writeTorus(path: string): Promise<void> {
  const network = buildNetwork('torus', { sizes: SIZES });
  const random = createRandom(16);
  const { vertices, links } = networkTables(network);
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  const low = network.links.direction.dictionary.indexOf('+d');
  const scale = Float64Array.from(network.links.src, (vertex, link) =>
    network.links.direction.codes[link] === low && vertex % 2 === 0 ? 0.25 : 1,
  );
  const codes = new Int32Array(network.linkCount);
  for (let step = 0; step < STEPS; step++) {
    const rhythm = 1e9 * (1.5 + Math.sin((2 * Math.PI * step) / STEPS));
    await writer.write('counters', {
      rows: network.linkCount,
      columns: {
        time: new Float64Array(network.linkCount).fill((step + 1) * MINUTE),
        link: network.links.id,
        metric: { codes, dictionary: ['data_sent'] },
        value: scale.map((own) => Math.round(own * rhythm * (0.9 + 0.2 * random.next()))),
      },
    });
  }
  await writer.finish({
    title: `A torus of ${SIZES.join(' x ')}`,
    timeRange: [0, STEPS * MINUTE],
    interval: MINUTE,
    metrics: [{ name: 'data_sent', unit: 'B', doc: 'bytes that left on the link', kind: 'amount' }],
    network: { family: 'torus', params: { sizes: SIZES } },
  });
}

async function measure(path: string, pageFolder: string): Promise<void> {
  const server = await startServer({ datasets: [path], page: pageFolder });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-precise-memory-info'],
  });
  try {
    console.log(`torus ${SIZES.join(' x ')}: 98,304 nodes, 983,040 directed links, ${STEPS} steps`);
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    const first = measureFirstPicture(page);
    await measureOpening(page, `${server.url}#/d/${basename(path, '.weft')}`, 'torus');
    await first;
    await measureUse(page);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** On a busy machine the processor time of server and page tells more than the clock: both work at once on two cores. */
async function measureFirstPicture(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const [started, before] = [performance.now(), process.cpuUsage()];
  const shown = '[data-field="finding"] strong:not(:empty)';
  await page.waitForSelector(shown, { state: 'attached', timeout: 600_000 });
  const { user, system } = process.cpuUsage(before);
  const spent = await metric(session, 'TaskDuration');
  await session.detach();
  console.log(
    `  open to first picture ${(performance.now() - started).toFixed(0)} ms (bar 5000 ms); ` +
      `processor time of the server ${((user + system) / 1000).toFixed(0)} ms, of the page ${spent.toFixed(0)} ms`,
  );
}

async function measureUse(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  printTimes(
    'role change, script, processor time (bar 500 ms)',
    await changeRoles(page, () => metric(session, 'ScriptDuration')),
  );
  printTimes('brush move, script, processor time (bar 50 ms)', await dragBrush(page, session));
  await printMemory(session);
  await session.detach();
}

/** Moves the first dimension through all roles and back. */
async function changeRoles(page: Page, spent: () => Promise<number>): Promise<number[]> {
  await page.locator('[data-dimension=a]').focus();
  const times: number[] = [];
  for (const key of [
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowRight',
    'ArrowLeft',
    'ArrowLeft',
    'ArrowLeft',
    'ArrowLeft',
  ]) {
    const before = await spent();
    await page.keyboard.press(key);
    await page.waitForSelector('html[data-idle="true"]', { state: 'attached' });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    times.push((await spent()) - before);
  }
  return times;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
