import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommgramJson } from '@weft/analysis';
import { batchFromRows, NONE, tables } from '@weft/model';
import { createDataset } from '@weft/store';
import { afterAll, beforeAll, expect, test } from 'vitest';

const weft = fileURLToPath(new URL('../bin/weft.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-commgram-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  const stages = [0, 1, 2, 0, 1, 2];
  const rows = stages.flatMap((stage, at) =>
    [...Array(8).keys()].map((src) => ({
      id: 8 * at + src,
      job: 4,
      src,
      dst: src ^ (1 << stage),
      bytes: 1024 >> stage,
      tag: NONE,
      comm: NONE,
      call: src % 2 ? 'MPI_Isend' : 'MPI_Send',
      send_start: 1000 * at,
      send_end: NONE,
      recv_start: NONE,
      recv_end: 1000 * at + 10,
    })),
  );
  const writer = await createDataset(join(folder, 'swap.weft'));
  await writer.write('messages', batchFromRows(tables.messages, rows));
  await writer.write('ranks', batchFromRows(tables.ranks, [{ job: 4, rank: 9, host: NONE }]));
  await writer.finish({ title: 'Binary swap, twice' });
  const empty = await createDataset(join(folder, 'empty.weft'));
  await empty.finish({ title: 'Nothing' });
});

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [weft, 'commgram', ...args], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

async function json(...args: string[]): Promise<CommgramJson> {
  const { stdout, stderr } = await run(...args, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout) as CommgramJson;
}

test('JSON of phases, communities, differences, heights and patterns', async () => {
  const result = await json('swap.weft', '--phases', '6', '--communities', '5');
  expect(Object.keys(result)).toEqual(['phases', 'differences', 'heights', 'patterns']);
  expect(result.phases).toHaveLength(6);
  expect(result.phases[0]).toEqual({
    start: 0,
    end: 10,
    messages: 8,
    bytes: 8192,
    communities: [[0, 1, 8], [2, 3], [4, 5], [6, 7], [9]],
  });
  expect(result.phases.map((phase) => phase.communities.flat().sort((a, b) => a - b))).toEqual(
    Array(6).fill([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  );
  expect(result.differences).toHaveLength(5);
  expect(result.heights).toEqual([0, 8, 16, 8, 16, 8]);
  expect(result.patterns).toEqual([
    [0, 3],
    [1, 4],
    [2, 5],
  ]);
});

test('zoom, calls and logical time', async () => {
  const zoomed = await json('swap.weft', '--phases', '2', '--within', '3:1');
  expect(zoomed.phases.map((phase) => phase.messages)).toEqual([8, 8]);
  const sends = await json('swap.weft', '--calls', 'MPI_Send', '--phases', '1');
  expect(sends.phases[0]?.messages).toBe(24);
  const logical = await json('swap.weft', '--logical', '--phases', '99');
  expect(logical.phases.map((phase) => phase.messages)).toEqual([8, 8, 8, 8, 8, 8]);
});

test('text for people, empty datasets, wrong use', async () => {
  const { stdout } = await run('swap.weft', '--phases', '6', '--communities', '4');
  expect(stdout).toMatch(/^6 phases, 10 ranks, 3 patterns, period 3\n/);
  expect(stdout).toMatch(/^t3 +3\u00a0µs +10\u00a0ns +8 +8\.19\u00a0kB +8 +8 +p_a1$/m);
  expect(await json('empty.weft')).toEqual({ phases: [], differences: [], heights: [], patterns: [] });
  expect((await run('swap.weft', '--phases', 'x')).code).toBe(2);
  expect((await run('swap.weft', '--within', '3:3')).code).toBe(2);
  expect((await run('nowhere.weft')).code).toBe(1);
});
