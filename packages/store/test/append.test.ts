import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@weft/model';
import { appendToDataset, createDataset, openDataset } from '@weft/store';
import { expect, test } from 'vitest';
import { rows, temporaryFolder } from './sample-dataset.ts';

const folder = temporaryFolder();
const program = fileURLToPath(new URL('append-until-killed.ts', import.meta.url));

async function emptyDataset(name: string): Promise<string> {
  const path = join(folder, name);
  const writer = await createDataset(path);
  await writer.write(
    'vertices',
    rows('vertices', [
      { id: 0, kind: 'host', name: 'a', guid: null, level: 0, pod: -1, bundle: -1, coord: [] },
    ]),
  );
  await writer.finish({ title: 'one host' });
  return path;
}

async function valuesOf(path: string): Promise<number[]> {
  const dataset = await openDataset(path, { threads: 1 });
  const { columns } = await dataset.read({ table: 'counters', columns: ['value'], orderBy: ['time'] });
  await dataset.close();
  const { value } = columns;
  return value instanceof Float64Array ? [...value] : [];
}

test('samples are kept in order, in a bounded number of parts, over restarts', async () => {
  const path = await emptyDataset('many.weft');
  let appender = await appendToDataset(path);
  for (let sample = 0; sample < 150; sample++) {
    if (sample === 100) appender = await appendToDataset(path);
    await appender.append(
      [rows('counters', [{ time: sample, link: 0, metric: 'data_sent', value: sample }])],
      { timeRange: [0, sample] },
    );
  }
  expect(await valuesOf(path)).toEqual(Array.from({ length: 150 }, (_, sample) => sample));
  expect(appender.manifest.tables.counters?.parts.length).toBeLessThan(100);
  expect(readdirSync(join(path, 'counters')).length).toBeLessThan(170);
  expect(appender.manifest.timeRange).toEqual([0, 149]);
});

test('what a crash left is removed, files of others are not', async () => {
  const path = await emptyDataset('left.weft');
  const appender = await appendToDataset(path);
  await appender.append([rows('counters', [{ time: 1, link: 0, metric: 'data_sent', value: 1 }])], {});
  const folder = join(path, 'counters');
  const own = readdirSync(folder);
  for (const name of ['sample-99.parquet', 'notes.txt']) writeFileSync(join(folder, name), 'left');
  await appendToDataset(path);
  expect(readdirSync(folder).sort()).toEqual([...own, 'notes.txt'].sort());
});

test('kill -9 at 20 random moments loses at most the sample being written', {
  timeout: 300_000,
}, async () => {
  const path = await emptyDataset('killed.weft');
  const random = createRandom(4);
  for (let round = 0; round < 20; round++) {
    const told = await appendAndKill(path, 1 + random.next() * 60);
    const values = await valuesOf(path);
    expect(values).toEqual(Array.from(values.keys()));
    expect(values.length - (told + 1)).toBeLessThanOrEqual(1);
    expect(values.length).toBeGreaterThan(told);
  }
});

/** Kills a process that appends, some milliseconds after its first sample; returns the last sample it told of. */
async function appendAndKill(path: string, milliseconds: number): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', program, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let text = '';
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      resolve();
    });
  });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  child.kill('SIGKILL');
  await closed;
  return Number(text.trim().split('\n').at(-1));
}
