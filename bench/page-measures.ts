import type { CDPSession, Page } from 'playwright-core';

const MOVES = 120;
const WARM_UP = 10;

/** From the last byte of the counters to the idle signal, and what the page's main thread computed in all. */
export async function measureOpening(page: Page, url: string, view: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const started = performance.now();
  let counters = started;
  page.on('requestfinished', (request) => {
    if (request.url().includes('/cube')) counters = performance.now();
  });
  await page.goto(url);
  await page.waitForSelector(`.panel[data-view="${view}"] canvas`, { timeout: 600_000 });
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached', timeout: 600_000 });
  const idle = performance.now();
  const computed = await metric(session, 'TaskDuration');
  await session.detach();
  console.log(
    `  open to idle ${(idle - started).toFixed(0)} ms; last byte to first full picture ${Math.max(0, idle - counters).toFixed(0)} ms (bar 3000 ms); ` +
      `main thread, processor time from opening to idle ${computed.toFixed(0)} ms`,
  );
}

export async function dragBrush(page: Page, session: CDPSession): Promise<number[]> {
  const box = await page.locator('.panel[data-view="time-chart"] canvas').last().boundingBox();
  if (!box) throw new Error('the time chart has no canvas');
  const y = box.y + box.height / 2;
  const times: number[] = [];
  await page.mouse.move(box.x + 200, y);
  await page.mouse.down();
  for (let move = 0; move < MOVES + WARM_UP; move++) {
    const before = await metric(session, 'ScriptDuration');
    await page.mouse.move(box.x + 220 + move * 8, y);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    if (move >= WARM_UP) times.push((await metric(session, 'ScriptDuration')) - before);
  }
  await page.mouse.up();
  await page.mouse.dblclick(box.x + 400, y);
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached' });
  return times;
}

/** Milliseconds. */
export async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
}

export async function printMemory(session: CDPSession): Promise<void> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  console.log(`  memory: objects ${megabytes(usedSize)}, arrays ${megabytes(backingStorageSize)}`);
}

export function printTimes(what: string, times: number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] as number).toFixed(2);
  console.log(`  ${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(0.999)} ms`);
}
