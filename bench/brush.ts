import { fileURLToPath } from 'node:url';
import { rangeTotals } from '@weft/model';
import type { CDPSession, Page } from 'playwright-core';
import { linkGroups } from '../packages/views/src/kit/link-groups.ts';
import { reduceSteps } from '../packages/views/src/views/time-chart/step-series.ts';
import { generateFabric } from '../packages/views/test/gallery/generate-fabric.ts';
import { withPage } from './open-page.ts';

const MOVES = 200;

/** How long the page computes per move of the time brush with all first views on screen. */
export async function run(): Promise<void> {
  measureReductions();
  await withPage('../packages/views/test/gallery', '', async (page) => {
    await page.waitForSelector('#summary canvas');
    await page.click('#time-chart button:has-text("Both")');
    await page.click('#histogram button:has-text("Both")');
    await page.click('#jobs input[type=checkbox]');
    let requests = 0;
    page.on('request', () => {
      requests++;
    });
    // Wall clock is what the hand feels; processor time of the main thread leaves out other work on the machine.
    for (const timeDomain of ['timeTicks', 'threadTicks'] as const) {
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain });
      const times = await dragBrush(page, session);
      await session.detach();
      const clock = timeDomain === 'timeTicks' ? 'wall clock' : 'processor time';
      printTimes(`brush move, script, ${clock}`, times.script);
      printTimes(`brush move, script + style + layout, ${clock}`, times.all);
    }
    console.log(
      `brush move, requests to the server: ${requests} in ${2 * MOVES} moves; rows scanned: 2 per link`,
    );
  });
}

/** Totals of a range from running sums, beside adding up every step of it. */
function measureReductions(): void {
  const { cube, network } = generateFabric(10);
  const groups = linkGroups(network);
  reduceSteps(cube, groups);
  const started = performance.now();
  reduceSteps(cube, groups);
  console.log(
    `max and mean per step, ${cube.steps} x ${cube.links}: ${(performance.now() - started).toFixed(1)} ms`,
  );
  const totals = new Float64Array(cube.links);
  const sums = median(() => rangeTotals(cube, 400, 1000, totals));
  const scan = median(() => {
    totals.fill(0);
    for (let step = 400; step < 1000; step++) {
      for (let link = 0; link < cube.links; link++) {
        totals[link] += cube.sums[(step + 1) * cube.links + link] - cube.sums[step * cube.links + link];
      }
    }
  });
  console.log(
    `totals of 600 steps: running sums ${sums.toFixed(3)} ms, adding up ${scan.toFixed(1)} ms, x${(scan / sums).toFixed(0)}`,
  );
}

function median(work: () => void): number {
  const times = Array.from({ length: 15 }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[7] as number;
}

async function dragBrush(page: Page, session: CDPSession): Promise<{ script: number[]; all: number[] }> {
  const box = await page.locator('#time-chart canvas').last().boundingBox();
  if (!box) throw new Error('the time chart has no canvas');
  const y = box.y + box.height / 2;
  const script: number[] = [];
  const all: number[] = [];
  await page.mouse.move(box.x + 300, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 310, y);
  for (let move = 0; move < MOVES; move++) {
    const before = await readMetrics(session);
    await page.mouse.move(box.x + 320 + move * 3, y);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const after = await readMetrics(session);
    script.push(after.script - before.script);
    all.push(after.all - before.all);
  }
  await page.mouse.up();
  await page.mouse.dblclick(box.x + 400, y);
  return { script, all };
}

async function readMetrics(session: CDPSession): Promise<{ script: number; all: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  const script = value('ScriptDuration');
  return { script, all: script + value('RecalcStyleDuration') + value('LayoutDuration') };
}

function printTimes(what: string, times: number[]): void {
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] as number).toFixed(2);
  console.log(`${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(0.999)} ms`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
