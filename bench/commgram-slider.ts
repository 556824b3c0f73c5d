import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServer } from '@weft/server';
import { generateStudy } from '@weft/simulate';
import { createDataset } from '@weft/store';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from '../tools/find-chromium.js';
import { buildPage } from './build-page.ts';

const STUDY = 'pipeline-4320';
const BAR = 100;
/** Values in the order in which a hand would pass them, then jumps to far ones. */
const moves: readonly { readonly slider: string; readonly value: number }[] = [
  ...[19, 20, 21, 24, 28, 32, 40, 64, 100, 256, 8, 2, 18].map((value) => ({ slider: 'Communities', value })),
  ...[28, 29, 30, 32, 40, 64, 48, 36, 24, 20, 12, 3, 9, 18, 27].map((value) => ({ slider: 'Phases', value })),
];
const PASSES = 3;

interface Move {
  /** Milliseconds from the input to the frame after the new picture was drawn, until software GL is done with it, and until it is refined. */
  readonly painted: number;
  readonly complete: number;
  readonly done: number;
  /** Of the main thread; waiting for software GL is in `other`. */
  readonly script: number;
  readonly other: number;
  readonly requests: number;
}

/**
 * Sliders of the CommGram in the real page on a real server, 4320 ranks and 27 phases, in headless Chromium with
 * software GL: from the input event to the frame after the one that drew the ribbons. Phases not seen before are drawn
 * in borrowed communities first; how long until they have their own is printed beside it.
 */
export async function run(): Promise<void> {
  const kept = process.env.WEFT_BENCH_FOLDER;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'weft-bench-'));
  const path = join(folder, `${STUDY}.weft`);
  if (!existsSync(path)) {
    const writer = await createDataset(path);
    await writer.finish((await generateStudy(STUDY, writer)).facts);
  }
  const server = await startServer({ datasets: [path], page: await buildPage() });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-angle=swiftshader'],
  });
  try {
    const passes: Move[][] = [];
    for (let pass = 0; pass < PASSES; pass++) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`${server.url}#/d/${STUDY}?layout=h(1000:commgram)`);
      await page.waitForSelector('.commgram-ribbons', { timeout: 120_000 });
      await idle(page);
      passes.push(await measure(page));
      await page.close();
    }
    report(passes);
  } finally {
    await browser.close();
    await server.close();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(page: Page): Promise<Move[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'timeTicks' });
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests++;
  });
  const results: Move[] = [];
  for (const { slider, value } of moves) {
    const before = requests;
    const move = await moveSlider(page, session, slider, value);
    results.push({ ...move, requests: requests - before });
  }
  return results;
}

/** Of each move the pass that was painted first: the machine has other things to do, too. */
function report(passes: readonly (readonly Move[])[]): void {
  const best = moves.map((_, at) =>
    passes.map((pass) => pass[at]).reduce((a, b) => (b.painted < a.painted ? b : a)),
  );
  moves.forEach(({ slider, value }, at) => print(`${slider} ${value}`, best[at]));
  for (const name of ['Communities', 'Phases']) {
    const times = best.map(({ painted }) => painted).filter((_, at) => moves[at].slider === name);
    times.sort((a, b) => a - b);
    const most = times[times.length - 1];
    console.log(
      `${name}: median ${times[times.length >> 1].toFixed(0)} ms, most ${most.toFixed(0)} ms, ${(most / BAR).toFixed(2)} of the ${BAR} ms allowed`,
    );
  }
}

/** Runs in the page. The canvas of the ribbons is sized anew each time they are drawn; reading it waits for the GPU. */
const MOVE = `(async ([slider, value]) => {
  const input = document.querySelector('input[type=range][aria-label="' + slider + '"]');
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const drawn = new Promise((done) => {
    const observer = new MutationObserver(() => { observer.disconnect(); done(); });
    observer.observe(document.querySelector('.commgram-ribbons'), { attributeFilter: ['width'] });
  });
  const start = performance.now();
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await drawn;
  await frame();
  const painted = performance.now() - start;
  document.querySelector('.commgram-ribbons').getContext('2d').getImageData(0, 0, 1, 1);
  return [painted, performance.now() - start];
})`;

async function moveSlider(
  page: Page,
  session: CDPSession,
  slider: string,
  value: number,
): Promise<Omit<Move, 'requests'>> {
  await page.waitForTimeout(300);
  const before = await readMetrics(session);
  const started = performance.now();
  const [painted, complete] = (await page.evaluate(
    `${MOVE}(${JSON.stringify([slider, value])})`,
  )) as number[];
  const after = await readMetrics(session);
  await idle(page);
  return {
    painted,
    complete,
    done: performance.now() - started,
    script: after.script - before.script,
    other: after.all - before.all - (after.script - before.script),
  };
}

async function idle(page: Page): Promise<void> {
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: 120_000 });
}

async function readMetrics(session: CDPSession): Promise<{ script: number; all: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return { script: value('ScriptDuration'), all: value('TaskDuration') };
}

function print(what: string, { painted, complete, done, script, other, requests }: Move): void {
  const parts = `script ${script.toFixed(0)}, layout, paint and waiting for GL ${other.toFixed(0)}, requests ${requests}`;
  console.log(
    `${what.padEnd(16)} painted after ${painted.toFixed(0).padStart(4)} ms (${parts}), software GL done after ${complete.toFixed(0)}, refined after ${done.toFixed(0)} ms`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
