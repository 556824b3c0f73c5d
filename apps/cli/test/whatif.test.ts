import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-whatif-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const twoRings = {
  version: 1,
  title: 'two rings',
  network: { family: 'fat-tree', params: { ports: 4 } },
  routing: 'd-mod-k',
  jobs: [
    { name: 'solver', ranks: 8, workload: { kind: 'ring', bytes: 100_000 } },
    { name: 'render', ranks: 8, workload: { kind: 'ring', bytes: 1000 } },
  ],
  model: { kind: 'event' },
};

test('a run without one of its jobs is written as a dataset in which that job has no ranks and no messages', async () => {
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(twoRings));
  await runCommand(['simulate', 'scenario.json', '-o', 'run.weft'], folder);
  const args = ['whatif', 'run.weft', '--without', 'render', '-o', 'alone.weft'];
  const { code, stderr } = await runCommand(args, folder);
  expect([code, stderr]).toEqual([0, '']);
  const perJob = (table: string) =>
    `SELECT name, (SELECT count(*) FROM ${table} WHERE job = jobs.id) AS n FROM jobs ORDER BY name`;
  for (const table of ['ranks', 'messages']) {
    const { stdout } = await runCommand(['sql', 'alone.weft', perJob(table), '--json'], folder);
    expect(JSON.parse(stdout)).toMatchObject([
      { name: 'render', n: 0 },
      { name: 'solver', n: 8 },
    ]);
  }
});
