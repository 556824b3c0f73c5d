import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importFiles, type StageRunner } from '@weft/readers';
import { createDataset } from '@weft/store';
import { type CreationEvent, resolveCommunicators } from '../packages/readers/src/communicators/index.ts';
import { measureCommand } from './measure-command.ts';

const FILES = Number(process.env.WEFT_BENCH_FILES ?? 20_000);
/** What the driver takes up after its plan is the same for few slices as for many of as many ranks. */
const SLICES = 12;
const RANKS = 100_000;
const CREATIONS = 10;
/** Ranks of a communicator: blocks of several sizes, all of the world cut by each. */
const SIZES = [100_000, 10_000, 5000, 1000, 500, 450, 400, 350, 300, 250];
const weft = fileURLToPath(new URL('../apps/cli/bin/weft.js', import.meta.url));
const fixture = fileURLToPath(new URL('../fixtures/dumpi/bswap8', import.meta.url));

/** The driver of an import of very many small rank files, and the communicators of very many ranks, as processor time. */
export async function run(): Promise<void> {
  await benchPlan();
  benchCommunicators();
}

async function benchPlan(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    const trace = join(scratch, 'trace');
    makeFiles(trace);
    const lap = stopwatch();
    const elsewhere: StageRunner = {
      sliceBytes: bytesOf(trace) / SLICES,
      run: async ({ folder, stage, tasks }) => {
        lap(stage === 'decode' ? `scan and plan of ${FILES} rank files` : 'results of decoding');
        for (const task of tasks)
          await measureCommand(process.execPath, [weft, 'stage', folder, stage, String(task)]);
        lap(null);
      },
    };
    const writer = await createDataset(join(scratch, 'staged.weft'), { shared: 'new' });
    const { facts } = await importFiles([trace], writer, { elsewhere });
    lap('results of matching, small tables');
    await writer.finish(facts);
    lap('commit');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Tells what this process did since the last lap; tasks are other processes. */
function stopwatch(): (what: string | null) => void {
  let before = process.cpuUsage();
  return (what) => {
    const { user, system } = process.cpuUsage(before);
    const memory = process.resourceUsage().maxRSS / 1e3;
    if (what)
      console.log(`${what}: ${((user + system) / 1e6).toFixed(1)} CPU s, ${memory.toFixed(0)} MB at most`);
    before = process.cpuUsage();
  };
}

function bytesOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** The files of eight ranks, again and again under other numbers. */
function makeFiles(folder: string): void {
  mkdirSync(folder);
  const files = readdirSync(fixture).filter((name) => name.endsWith('.bin'));
  for (let rank = 0; rank < FILES; rank++) {
    const name = files[rank % files.length].replace(/\d+\.bin$/, `${String(rank).padStart(5, '0')}.bin`);
    copyFileSync(join(fixture, files[rank % files.length]), join(folder, name));
  }
}

function benchCommunicators(): void {
  const events = new Map<number, CreationEvent[]>();
  for (let rank = 0; rank < RANKS; rank++) {
    events.set(
      rank,
      Array.from({ length: CREATIONS }, (_, at) => ({
        kind: 'split',
        parent: 2,
        color: Math.floor(rank / SIZES[at]),
        key: rank,
        created: 10 + at,
      })),
    );
  }
  const before = process.cpuUsage();
  const { registry } = resolveCommunicators(events, { worldSize: RANKS, worldId: 2, selfId: 3 });
  const { user, system } = process.cpuUsage(before);
  const seconds = ((user + system) / 1e6).toFixed(1);
  console.log(
    `${RANKS} ranks with ${CREATIONS} communicators each: ${registry.list.length} communicators, ${seconds} CPU s`,
  );
}
