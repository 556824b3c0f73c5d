import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { main } from '../apps/cli/src/main.ts';
import { findChromium } from '../tools/find-chromium.js';
import { serveDatasets } from './serve-datasets.ts';

/**
 * The machine view in headless Chromium with software GL: opening 65,536 hosts in HT, and frames of every
 * representation with 4096 nodes, 6144 switches, 20,480 duplex links between switches and 20,000 messages under way.
 * The peer draws the same numbers of lines, squares and dots with Canvas2D.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  const datasets = [await simulate(folder, 'neighbours', 'lanl-neighbours')];
  for (const [name, network] of Object.entries(LARGE))
    datasets.push(await simulate(folder, name, largeScenario(folder, name, network)));
  const app = fileURLToPath(new URL('../apps/web/', import.meta.url));
  await build({ root: app, configFile: `${app}vite.config.ts`, logLevel: 'warn' });
  try {
    for (const name of Object.keys(LARGE)) await measureOpening(datasets, name);
    await measureFrames(datasets);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Trees with 65,536 hosts: 131,072 switches and 524,288 cables; 5120 switches and 196,608 cables. */
const LARGE = {
  'tree-4-8': { family: 'kary-ntree', params: { arity: 4, layers: 8 } },
  'tree-k64': { family: 'fat-tree', params: { ports: 64 } },
};

async function simulate(folder: string, name: string, scenario: string): Promise<string> {
  const dataset = join(folder, `${name}.weft`);
  await main(['simulate', scenario, '-o', dataset]);
  return dataset;
}

function largeScenario(folder: string, name: string, network: object): string {
  const workload = { kind: 'uniform', messages: 1, bytes: '1 KiB' };
  const scenario = {
    version: 1,
    title: '65,536 hosts',
    seed: 4,
    network,
    routing: 'd-mod-k',
    link: { bandwidth: '12.5 GB/s', latency: '100 ns' },
    jobs: [{ name: 'few', workload, ranks: 1024 }],
    model: { kind: 'event' },
    counters: { interval: '100 us' },
    output: { routes: false },
  };
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(scenario));
  return file;
}

/** Twice on a server of its own: the first time nothing has been read yet. */
async function measureOpening(datasets: readonly string[], name: string): Promise<void> {
  const server = await serveDatasets(datasets);
  try {
    for (const state of ['cold', 'again']) {
      const browser = await openBrowser();
      const page = await openPage(browser);
      const start = Date.now();
      await page.goto(`${server.url}#/d/${name}?layout=machine~rep!$22.HT$22.`);
      await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: 120_000 });
      const settled = Date.now() - start;
      const picture = Math.round(((await page.evaluate('window.firstPicture')) as number) - start);
      console.log(
        `${name}, 65,536 hosts in HT, ${state}: first picture after ${picture} ms, with all ways traced ${settled} ms (promise: 3000)`,
      );
      await browser.close();
    }
  } finally {
    server.close();
  }
}

const PAPER = ['QS', 'DL', 'DC', 'DR', 'LB', 'F1', 'HT'];
const EVERYTHING = '~subdivide!true~ground!true~shadows!true~messages!$22.pipes$22.';

async function measureFrames(datasets: readonly string[]): Promise<void> {
  const server = await serveDatasets(datasets);
  const browser = await openBrowser();
  try {
    const own = new Map<string, Frames>();
    for (const name of PAPER) own.set(name, await measure(browser, server.url, name, `~rep!$22.${name}$22.`));
    own.set(
      'LB+',
      await measure(browser, server.url, 'LB with everything on', `~rep!$22.LB$22.${EVERYTHING}`),
    );
    await measure(browser, server.url, 'six side by side', '~six!true');
    const peer = await measurePeer(browser);
    for (const [name, frames] of own)
      console.log(
        `${name}: script ${median(frames.script).toFixed(1)} ms a frame (promise: 6), ${ratio(frames.script, peer.script)} of the peer's`,
      );
  } finally {
    await browser.close();
    server.close();
  }
}

interface Frames {
  readonly script: number[];
  readonly between: number[];
}

/** Sums the script time of all callbacks of one frame, and notes when the view has its first picture. */
const WATCH = `
  window.benchFrames = { script: [], between: [] };
  const ask = window.requestAnimationFrame.bind(window);
  let last = 0;
  window.requestAnimationFrame = (callback) => ask((time) => {
    const start = performance.now();
    callback(time);
    const spent = performance.now() - start;
    const { script, between } = window.benchFrames;
    if (time === last) script[script.length - 1] += spent;
    else { script.push(spent); between.push(time - last); }
    last = time;
  });
  const seen = new MutationObserver(() => {
    if (!document.querySelector('.machine-stage canvas[data-frames]')) return;
    window.firstPicture = performance.timeOrigin + performance.now();
    seen.disconnect();
  });
  seen.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-frames'] });`;

async function measure(browser: Browser, url: string, name: string, options: string): Promise<Frames> {
  const page = await openPage(browser);
  const shown = options.includes('messages') ? '' : '~messages!$22.marks$22.';
  await page.goto(`${url}#/d/neighbours?layout=machine${options}${shown}~speed!0.1~links!$22.on$22.`);
  await page.waitForSelector('.machine-stage canvas[data-frames]', { timeout: 120_000 });
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: 120_000 });
  await page.getByRole('slider', { name: 'Time' }).fill('480');
  await page.locator('.machine-play').getByLabel('Play').click();
  // The first frames are interpreted, not compiled.
  await page.waitForTimeout(4000);
  await page.evaluate('window.benchFrames = { script: [], between: [] }');
  await page.waitForTimeout(6000);
  const frames = (await page.evaluate('window.benchFrames')) as Frames;
  const calls = await page.locator('.machine-stage canvas').getAttribute('data-draw-calls');
  const underWay = await page.locator('[data-field="under-way"]').textContent();
  console.log(`${name}: ${underWay}, ${calls} draw calls a frame (promise: 20)\n  ${describe(frames)}`);
  await page.locator('.machine-play').getByLabel('Pause').click();
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached' });
  const drawn = (): Promise<string | null> =>
    page.locator('.machine-stage canvas').getAttribute('data-frames');
  const before = await drawn();
  await page.waitForTimeout(500);
  console.log(`  idle: ${Number(await drawn()) - Number(before)} frames drawn in half a second`);
  await page.close();
  return frames;
}

async function measurePeer(browser: Browser): Promise<Frames> {
  const page = await openPage(browser);
  await page.goto('data:text/html,<canvas width=1036 height=630></canvas>');
  await page.evaluate(`
    const context = document.querySelector('canvas').getContext('2d');
    const place = (i) => [(i * 7919) % 1036, (i * 104729) % 630];
    let turn = 0;
    const draw = () => {
      context.clearRect(0, 0, 1036, 630);
      context.strokeStyle = 'rgba(90, 96, 104, 0.1)';
      for (let i = 0; i < 24576; i++) {
        context.beginPath(); context.moveTo(...place(i)); context.lineTo(...place(i + 1)); context.stroke();
      }
      for (let i = 0; i < 10240; i++) { context.fillStyle = i % 2 ? '#0072b2' : '#009e73'; context.fillRect(...place(i), 4, 4); }
      turn++;
      for (let i = 0; i < 20000; i++) {
        const [x, y] = place(i + turn);
        context.fillStyle = i % 2 ? '#d55e00' : '#e69f00';
        context.beginPath(); context.arc(x, y, 2, 0, 7); context.fill();
      }
      window.requestAnimationFrame(draw);
    };
    window.requestAnimationFrame(draw);`);
  await page.waitForTimeout(6000);
  const frames = (await page.evaluate('window.benchFrames')) as Frames;
  console.log(`peer, Canvas2D:\n  ${describe(frames)}`);
  await page.close();
  return frames;
}

function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-angle=swiftshader'],
  });
}

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(WATCH);
  return page;
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function ratio(own: readonly number[], peer: readonly number[]): string {
  return (median(own) / median(peer)).toFixed(2);
}

function describe({ script, between }: Frames): string {
  const at = (values: number[], share: number): string => quantile(values, share).toFixed(2);
  return `${script.length} frames; script ${at(script, 0.5)} ms (median), ${at(script, 0.95)} ms (95 %); frame ${at(between, 0.5)} ms`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
