import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-explain-trace-'));
const dataset = join(folder, 'amr.weft');
const trace = fileURLToPath(new URL('../../../fixtures/dumpi/amr16', import.meta.url));

/** Links so slow that the network matters. */
beforeAll(async () => {
  const network = [
    '--network',
    'kary-ntree:arity=4,layers=2',
    '--placement',
    'random',
    '--bandwidth',
    '20 kB/s',
  ];
  expect((await runCommand(['import', trace, '-o', dataset, ...network])).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function json(...args: string[]) {
  const { stdout, stderr } = await runCommand([...args, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

it('compares replays of a trace with each other, and asking what if gives the same numbers', async () => {
  const { seconds, ...answer } = await json('explain', dataset, '--job', 'amr');
  expect(seconds).toBeGreaterThan(0);
  expect(answer.text[0]).toMatch(/^Trace on a network: .*never a replay against the measurement\.$/);
  const causes: string[] = answer.shares.map(({ cause }: { cause: string }) => cause);
  expect(causes).toEqual(['other jobs', 'own traffic', 'imbalance', 'compute']);
  const sum = answer.shares.reduce((total: number, { value }: { value: number }) => total + value, 0);
  expect(sum).toBe(answer.target.value);

  const ideal = await json('whatif', dataset, '--ideal');
  expect(ideal.situation).toBe(answer.text[0]);
  expect(ideal.jobs[0].before).toBe(answer.target.value);
  expect(ideal.jobs[0].difference).toBe(-answer.shares[1].value);
  const moved = answer.tests.find(({ change }: { change: string }) => change.includes('placed contiguous'));
  const again = await json('whatif', dataset, '--placement', 'amr=contiguous');
  expect(again.jobs[0]).toMatchObject({ before: moved.before, after: moved.after });
});

it('writes a replay with a change as a dataset', async () => {
  const output = join(folder, 'moved.weft');
  expect((await runCommand(['whatif', dataset, '--routing', 'sssp', '-o', output])).code).toBe(0);
  const count = 'select count(*) n, count(distinct call) calls from messages';
  expect(await json('sql', output, count)).toEqual(await json('sql', dataset, count));
});

it('says what a trace cannot be asked', async () => {
  const phase = await runCommand(['explain', dataset, '--job', 'amr', '--phase', '0']);
  expect(phase.code).toBe(1);
  expect(phase.stderr).toContain('UNKNOWN-PHASE');
  const job = await runCommand(['explain', dataset, '--job', 'arm']);
  expect(job.stderr).toMatch(/UNKNOWN-JOB.*amr/s);
});
