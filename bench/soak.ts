import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, type Random } from '@weft/model';
import { writeRing } from '../apps/server/test/write-ring.ts';
import { serveDatasets } from './serve-datasets.ts';

const CLIENTS = 20;
/** Milliseconds between two questions of a client. */
const EVERY = 4000;

/** Memory of a server that 20 clients ask ever new questions for MINUTES (30 unless told): about flat from the tenth on. */
export async function run(): Promise<void> {
  const minutes = Number(process.env.MINUTES ?? 30);
  const folder = mkdtempSync(join(tmpdir(), 'weft-soak-'));
  const path = join(folder, 'ring.weft');
  await writeRing(path);
  const server = await serveDatasets([path]);
  try {
    const until = performance.now() + 60_000 * minutes;
    const clients = Array.from({ length: CLIENTS }, (_, client) => askUntil(until, client, server.url));
    for (let minute = 1; minute <= minutes; minute++) {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      console.log(`after ${minute} min: ${residentMegabytes(server.pid)} MB`);
    }
    const answers = (await Promise.all(clients)).reduce((sum, count) => sum + count, 0);
    console.log(`${answers} answers to ${CLIENTS} clients`);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askUntil(until: number, client: number, url: string): Promise<number> {
  const random = createRandom(`client ${client}`);
  let answers = 0;
  while (performance.now() < until) {
    const [path, body] = question(random);
    const init = body && { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) };
    const response = await fetch(new URL(`/api/datasets/ring${path}`, url), init);
    await response.arrayBuffer();
    if (response.ok) answers++;
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
  return answers;
}

const JSON_BODY = { 'content-type': 'application/json' };

function question(random: Random): readonly [path: string, body?: object] {
  const number = 1 + random.below(1_000_000);
  switch (random.below(4)) {
    case 0:
      return [`/cube?metric=data&maxSteps=${number}`];
    case 1:
      return ['/query', { table: 'messages', limit: number }];
    case 2:
      return ['/sql', { query: `select *, ${number} as number from messages, range(1000)` }];
    default:
      return ['/analyses/matrix-tiles', {}];
  }
}

function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
