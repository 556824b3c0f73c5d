import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '@weft/server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { main } from '../apps/cli/src/main.ts';
import { findChromium } from '../tools/find-chromium.js';

/**
 * Frames of the machine view in headless Chromium with software GL: 4096 nodes, 6144 switches, 20,480 duplex links
 * between switches and 20,000 messages under way. The peer draws the same numbers of lines, squares and dots with Canvas2D.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  const dataset = join(folder, 'neighbours.weft');
  await main(['simulate', 'lanl-neighbours', '-o', dataset]);
  const large = join(folder, 'large.weft');
  writeFileSync(join(folder, 'large.json'), JSON.stringify(LARGE));
  await main(['simulate', join(folder, 'large.json'), '-o', large]);
  const app = fileURLToPath(new URL('../apps/web/', import.meta.url));
  await build({ root: app, configFile: `${app}vite.config.ts`, logLevel: 'warn' });
  const server = await startServer({ datasets: [dataset, large], page: `${app}dist` });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-angle=swiftshader'],
  });
  try {
    const own: Frames[] = [];
    for (const representation of ['HT', 'DR', 'LB'])
      own.push(await measure(browser, server.url, representation));
    await measureOpening(browser, server.url);
    const peer = await measurePeer(browser);
    const ratio = quantile(own[0].script, 0.5) / quantile(peer.script, 0.5);
    console.log(`script time of HT to the peer's: ${ratio.toFixed(2)}`);
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

/** 65,536 hosts, 131,072 switches, 524,288 cables. */
const LARGE = {
  version: 1,
  title: '65,536 hosts',
  seed: 4,
  network: { family: 'kary-ntree', params: { arity: 4, layers: 8 } },
  routing: 'd-mod-k',
  link: { bandwidth: '12.5 GB/s', latency: '100 ns' },
  jobs: [{ name: 'few', workload: { kind: 'uniform', messages: 1, bytes: '1 KiB' }, ranks: 1024 }],
  model: { kind: 'event' },
  counters: { interval: '100 us' },
  output: { routes: false },
};

async function measureOpening(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser);
  const start = Date.now();
  await page.goto(`${url}#/d/large?layout=machine~rep!$22.HT$22.`);
  await page.waitForSelector('.machine-stage canvas[data-frames]', { timeout: 120_000 });
  console.log(`65,536 hosts in HT: first picture after ${Date.now() - start} ms`);
  await page.close();
}

interface Frames {
  readonly script: number[];
  readonly between: number[];
}

/** Sums the script time of all callbacks of one frame. */
const WATCH_FRAMES = `
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
  });`;

async function measure(browser: Browser, url: string, representation: string): Promise<Frames> {
  const page = await openPage(browser);
  const panel = `machine~rep!$22.${representation}$22.~messages!$22.marks$22.~speed!0.1~links!$22.on$22.`;
  const opened = Date.now();
  await page.goto(`${url}#/d/neighbours?layout=${panel}`);
  await page.waitForSelector('.machine-stage canvas[data-frames]', { timeout: 120_000 });
  const firstPicture = Date.now() - opened;
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: 120_000 });
  const slider = page.getByRole('slider', { name: 'Time' });
  await slider.fill('480');
  await page.locator('.machine-play').getByLabel('Play').click();
  await page.waitForTimeout(1000);
  await page.evaluate('window.benchFrames = { script: [], between: [] }');
  await page.waitForTimeout(6000);
  const frames = (await page.evaluate('window.benchFrames')) as Frames;
  const calls = await page.locator('.machine-stage canvas').getAttribute('data-draw-calls');
  const underWay = await page.locator('[data-field="under-way"]').textContent();
  console.log(
    `${representation}: ${underWay}, ${calls} draw calls a frame, first picture after ${firstPicture} ms\n  ${describe(frames)}`,
  );
  await page.locator('.machine-play').getByLabel('Pause').click();
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached' });
  const before = await page.locator('.machine-stage canvas').getAttribute('data-frames');
  await page.waitForTimeout(1000);
  const after = await page.locator('.machine-stage canvas').getAttribute('data-frames');
  console.log(`  idle: ${Number(after) - Number(before)} frames drawn in a second`);
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

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(WATCH_FRAMES);
  return page;
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function describe({ script, between }: Frames): string {
  const at = (values: number[], share: number): string => quantile(values, share).toFixed(2);
  return `${script.length} frames; script ${at(script, 0.5)} ms (median), ${at(script, 0.95)} ms (95 %); frame ${at(between, 0.5)} ms`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
