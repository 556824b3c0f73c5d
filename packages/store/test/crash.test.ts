import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@weft/model';
import { cleanLeftovers, createDataset, openDataset } from '@weft/store';
import { expect, test } from 'vitest';
import { temporaryFolder, writeSample } from './sample-dataset.ts';

const folder = temporaryFolder();
const program = fileURLToPath(new URL('write-until-killed.ts', import.meta.url));
const BATCHES = 6;

function startWriter(path: string, mode: string, limit = ''): ChildProcess {
  const command = `${limit} exec "${process.execPath}" --import tsx "${program}" "${path}" ${BATCHES} ${mode}`;
  return spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('close', () => resolve()));
}

function firstOutput(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.stdout?.once('data', () => resolve()));
}

async function rowsOf(path: string): Promise<number> {
  const dataset = await openDataset(path, { threads: 1 });
  const { rows } = await dataset.read({ table: 'counters', columns: ['link'] });
  await dataset.close();
  return rows;
}

/** How long an undisturbed write takes here, so that the kills fall into it. */
async function writeTime(path: string, mode: string): Promise<number> {
  const child = startWriter(path, mode);
  const exit = exitOf(child);
  await firstOutput(child);
  const start = performance.now();
  await exit;
  return performance.now() - start;
}

test('kill -9 at 20 random moments of a write leaves no dataset or the whole one', async () => {
  const random = createRandom(9);
  const span = await writeTime(join(folder, 'first.weft'), '');
  let wholes = 0;
  await inPairs(20, async (round) => {
    const own = join(folder, `round-${round}`);
    mkdirSync(own);
    const target = join(own, 'killed.weft');
    const child = startWriter(target, '');
    const exit = exitOf(child);
    await firstOutput(child);
    await delay(random.next() * span * 1.3);
    child.kill('SIGKILL');
    await exit;
    if (existsSync(target)) {
      wholes++;
      expect(await rowsOf(target)).toBe(BATCHES * 150_000);
    }
    await cleanLeftovers(own);
    expect(readdirSync(own)).toEqual(existsSync(target) ? ['killed.weft'] : []);
  });
  expect(wholes).toBeLessThan(20);
});

test('kill -9 while a dataset is replaced leaves the old one or the new one', async () => {
  const random = createRandom(10);
  const span = await writeTime(join(folder, 'first.weft'), 'overwrite');
  await inPairs(4, async (round) => {
    const own = join(folder, `replace-${round}`);
    mkdirSync(own);
    const target = join(own, 'data.weft');
    await writeSample(target);
    const child = startWriter(target, 'overwrite');
    const exit = exitOf(child);
    await firstOutput(child);
    await delay((0.6 + random.next() * 0.6) * span);
    child.kill('SIGKILL');
    await exit;
    expect([6, BATCHES * 150_000]).toContain(await rowsOf(target));
    await cleanLeftovers(own);
    expect(readdirSync(own)).toEqual(['data.weft']);
  });
});

test('a disk that fills up leaves nothing, and says so', async () => {
  // A limit on file size fails a write in the middle just as a full disk does, without needing one.
  const target = join(folder, 'full', 'full.weft');
  const child = startWriter(target, '', 'ulimit -f 1000;');
  let output = '';
  child.stdout?.on('data', (data) => {
    output += data;
  });
  await exitOf(child);
  expect(output).toBe('writing\nDISK-FULL\n');
  expect(readdirSync(join(folder, 'full'))).toEqual([]);
});

test('leftovers of dead processes are removed, those of living ones are not', async () => {
  const own = join(folder, 'leftovers');
  mkdirSync(own);
  const writer = await createDataset(join(own, 'living.weft'));
  const [living] = readdirSync(own);
  const owner = JSON.parse(readFileSync(join(own, living, '.owner.json'), 'utf8'));
  const make = (name: string, facts: object | null) => {
    mkdirSync(join(own, name));
    if (facts) writeFileSync(join(own, name, '.owner.json'), JSON.stringify(facts));
  };
  make('.a.weft.partial-999999999-aaaaaa', { ...owner, pid: 999999999 });
  make('.b.weft.partial-1-bbbbbb', { ...owner, started: 'another time' });
  make('.c.weft.partial-999999999-cccccc', null);
  make(`.d.weft.partial-${process.pid}-dddddd`, { ...owner, host: `not-${hostname()}` });
  make('.e.weft.partial-999999999-eeeeee', { ...owner, pid: 999999999, shared: true });
  make('.not-ours', null);
  const removed = await cleanLeftovers(own);
  expect(removed.map((name) => name[1]).sort()).toEqual(['a', 'b', 'c']);
  expect(
    readdirSync(own)
      .map((name) => name.slice(0, 4))
      .sort(),
  ).toEqual(['.d.w', '.e.w', '.liv', '.not']);
  await writer.abort();
  expect(readdirSync(own)).not.toContain(living);
});

test('a process that died between its two renames has lost nothing', async () => {
  const own = join(folder, 'renames');
  const target = join(own, 'data.weft');
  await writeSample(target);
  renameSync(target, join(own, '.data.weft.old-999999999-aaaaaa'));
  expect(await rowsOf(target)).toBe(6);
  expect(readdirSync(own)).toEqual(['data.weft']);
});

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function inPairs(count: number, work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < count; round += 2) await Promise.all([work(round), work(round + 1)]);
}
