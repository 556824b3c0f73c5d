import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptySelection, parseManifest } from '@weft/model';
import { chromium } from 'playwright-core';
import { createApiClient } from '../apps/web/src/api/api-client.ts';
import type { DataRequest } from '../packages/views/src/data-request.ts';
import { commMatrixNeeds } from '../packages/views/src/views/comm-matrix/comm-matrix-needs.ts';
import { commgramNeeds } from '../packages/views/src/views/commgram/needs.ts';
import { timelineNeeds } from '../packages/views/src/views/timeline/timeline-needs.ts';
import { findChromium } from '../tools/find-chromium.js';
import { buildPage } from './build-page.ts';
import { makeTrace } from './make-trace.ts';
import { type Measured, measureCommand } from './measure-command.ts';
import { serveDatasets } from './serve-datasets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const weft = join(root, 'apps/cli/bin/weft.js');
const BYTES = Number(process.env.WEFT_BENCH_BYTES ?? 2.2e9);
const ROUNDS = 3;

/** The first overviews of a trace of 2.2 GB, from its import to the pictures, with and without the sums for them. */
export async function run(): Promise<void> {
  const scratch = mkdtempSync(join(process.env.WEFT_BENCH_FOLDER ?? tmpdir(), 'weft-bench-'));
  try {
    const trace = join(scratch, 'trace');
    const bytes = makeTrace(scratch, trace, BYTES);
    console.log(`trace of ${(bytes / 1e9).toFixed(1)} GB`);
    const datasets = [join(scratch, 'sums.weft'), join(scratch, 'plain.weft')];
    await compareImports(trace, datasets);
    for (const dataset of datasets) await timeRequests(dataset);
    await timePage(datasets[0]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** In turns, so that a slow minute of the machine is no one's disadvantage. */
async function compareImports(trace: string, [sums, plain]: readonly string[]): Promise<void> {
  const best: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, flags] of [[sums], [plain, '--no-overview']].entries()) {
      const measured = await measureCommand(process.execPath, [
        weft,
        'import',
        trace,
        '--force',
        '-o',
        ...flags,
      ]);
      if (round === 0 || measured.cpuSeconds < best[at].cpuSeconds) best[at] = measured;
    }
  }
  const [withSums, without] = best.map(({ cpuSeconds }) => cpuSeconds);
  const more = (100 * (withSums / without - 1)).toFixed(1);
  console.log(
    `import with sums: ${withSums.toFixed(1)} CPU s; without: ${without.toFixed(1)} CPU s (${more} % more)`,
  );
}

/** What the page asks for first, one after the other, of a server that has just started. */
async function timeRequests(path: string): Promise<void> {
  const server = await serveDatasets([path]);
  try {
    const client = createApiClient(new URL(server.url), null);
    const id = basename(path, '.weft');
    const described = performance.now();
    await client.describeDataset(id);
    console.log(`${id}: description ${since(described)}`);
    for (const [name, request] of firstRequests(path)) {
      if (request.kind !== 'analysis') continue;
      const started = performance.now();
      await client.runAnalysis(id, request.analysis.name, request.params, {});
      console.log(`${id}: ${name} ${since(started)}`);
    }
  } finally {
    server.close();
  }
}

function firstRequests(path: string): [string, DataRequest][] {
  const manifest = parseManifest(readFileSync(join(path, 'manifest.json'), 'utf8'), path);
  const info = { id: '', manifest, layout: null };
  const context = { selection: emptySelection, options: {}, width: 1200, height: 700 };
  const [timeline] = timelineNeeds(info, context).overview;
  return [
    ['timeline', timeline],
    ['matrix', commMatrixNeeds(info, context).overview],
    ['phases', commgramNeeds(info, null, context).model],
  ];
}

/** In headless Chromium: from the address to the answers, and to the pictures of all panels. */
async function timePage(path: string): Promise<void> {
  await buildPage();
  const server = await serveDatasets([path]);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-angle=swiftshader'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    let started = performance.now();
    page.on('requestfinished', (request) => {
      const name = /\/analyses\/([\w-]+)$/.exec(request.url())?.[1];
      if (name) console.log(`page: answer of ${name} after ${since(started)}`);
    });
    await page.goto(server.url);
    started = performance.now();
    await page.goto(`${server.url}#/d/${basename(path, '.weft')}`);
    await page.waitForFunction(allPanelsDrawn, undefined, { timeout: 120_000 });
    console.log(`page: phases, matrix and timeline drawn after ${since(started)}`);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Run by the page: a view is there from the moment that its data are. */
function allPanelsDrawn(): boolean {
  const panels = [...document.querySelectorAll('.panel')];
  return panels.length > 0 && panels.every((panel) => panel.querySelector('.view canvas'));
}

function since(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(2)} s`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
