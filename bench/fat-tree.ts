import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, networkTables, noIds, noTimes, textColumn } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { startServer } from '@weft/server';
import { createDataset } from '@weft/store';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../tools/find-chromium.js';
import { buildPage } from './build-page.ts';
import { dragBrush, measureOpening, printMemory, printTimes } from './page-measures.ts';

interface Machine {
  readonly name: string;
  readonly ports: number;
  readonly pods: number;
  readonly steps: number;
  /** Script time of a brush move may take this many milliseconds (p95). */
  readonly bar: number;
}

const machines: readonly Machine[] = [
  { name: 'tree-36x4', ports: 36, pods: 4, steps: 1440, bar: 8 },
  { name: 'tree-64x64', ports: 64, pods: 64, steps: 96, bar: 33 },
];

const MINUTE = 60e9;

/**
 * The fat-tree workspace in the real page on a real server: time from data to first picture, script time per move of
 * the time brush, memory of the tab; beside it the same cells drawn one fillRect each.
 */
export async function run(): Promise<void> {
  const only = process.env.WEFT_BENCH_MACHINE;
  const page = await buildPage();
  const kept = process.env.WEFT_BENCH_FOLDER;
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    for (const machine of machines) {
      if (only && machine.name !== only) continue;
      const path = join(folder, `${machine.name}.weft`);
      if (!existsSync(path)) await writeMachine(machine, path);
      await measureMachine(machine, path, page);
    }
  } finally {
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

/** Counters of a made-up day: a daily rhythm, louder pods, and a few hot links. */
async function writeMachine({ ports, pods, steps }: Machine, path: string): Promise<void> {
  const network = buildNetwork('fat-tree', { ports, pods });
  const random = createRandom(36);
  const { vertices, links } = networkTables(network);
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  const scale = Float64Array.from(network.links.src, (vertex) => {
    const pod = Math.max(0, network.vertices.pod[vertex]);
    return (1 + (pod % 4)) * (random.next() < 0.01 ? 4 : 1);
  });
  const metric = { codes: new Int32Array(network.linkCount), dictionary: ['data_sent'] };
  for (let step = 0; step < steps; step++) {
    const rhythm = 1e9 * (1.5 + Math.sin((2 * Math.PI * step) / steps));
    await writer.write('counters', {
      rows: network.linkCount,
      columns: {
        time: new Float64Array(network.linkCount).fill((step + 1) * MINUTE),
        link: network.links.id,
        metric,
        value: scale.map((own) => Math.round(own * rhythm * random.next())),
      },
    });
  }
  const end = steps * MINUTE;
  const hosts = network.hosts.subarray(0, Math.min(512, network.hosts.length));
  await writer.write('jobs', {
    rows: 2,
    columns: {
      id: Int32Array.of(0, 1),
      name: textColumn(['qball', 'milc']),
      user: textColumn(['ada', 'grace']),
      state: textColumn(['COMPLETED', 'COMPLETED']),
      start: Float64Array.of(0, 0),
      end: Float64Array.of(end, end / 2),
    },
  });
  await writer.write('ranks', {
    rows: hosts.length,
    columns: {
      job: hosts.map((_, i) => i % 2),
      rank: hosts.map((_, i) => i >> 1),
      host: Int32Array.from(hosts),
      socket: noIds(hosts.length),
      core: noIds(hosts.length),
      cpu: noTimes(hosts.length),
    },
  });
  await writer.finish({
    title: `k = ${ports}, ${pods} pods`,
    timeRange: [0, end],
    interval: MINUTE,
    metrics: [{ name: 'data_sent', unit: 'B', doc: 'bytes that left on the link', kind: 'amount' }],
    network: { family: 'fat-tree', params: { ports, pods } },
  });
}

async function measureMachine(machine: Machine, path: string, pageFolder: string): Promise<void> {
  const server = await startServer({ datasets: [path], page: pageFolder });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-precise-memory-info'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    console.log(`${machine.name}: k = ${machine.ports}, ${machine.pods} pods, ${machine.steps} steps`);
    await measureOpening(page, `${server.url}#/d/${basename(path, '.weft')}`, 'fat-tree');
    for (const timeDomain of ['timeTicks', 'threadTicks'] as const) {
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain });
      const times = await dragBrush(page, session);
      const clock = timeDomain === 'timeTicks' ? 'wall clock' : 'processor time';
      printTimes(`brush move, script, ${clock} (bar ${machine.bar} ms)`, times);
      if (timeDomain === 'threadTicks') await printMemory(session);
      await session.detach();
    }
    await measurePeer(page);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** One state change and one fillRect per cell, as a plain canvas program would draw the same number of cells. */
async function measurePeer(page: Page): Promise<void> {
  const cells = await page.evaluate(() =>
    Number(document.querySelector('.remainder b')?.textContent?.replace(/\D/g, '') ?? 0),
  );
  const times = await page.evaluate(async (count) => {
    const canvas = document.createElement('canvas');
    canvas.width = 1040;
    canvas.height = 700;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const columns = Math.ceil(Math.sqrt((count * 1040) / 700));
    const size = 1040 / columns;
    const spent: number[] = [];
    for (let frame = 0; frame < 9; frame++) {
      // Commands of a frame must not pile up behind those of the one before.
      await new Promise(requestAnimationFrame);
      const started = performance.now();
      for (let i = 0; i < count; i++) {
        context.fillStyle = `rgb(${(i + frame) % 256}, 120, 60)`;
        context.fillRect((i % columns) * size, Math.floor(i / columns) * size, size, size);
      }
      spent.push(performance.now() - started);
    }
    return spent;
  }, cells);
  printTimes(`peer: ${cells} cells, one fillRect each, no other view, wall clock`, times);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
