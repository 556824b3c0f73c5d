import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SlurmCluster, startSlurm, whyNoSlurm } from './slurm-cluster.ts';
import { startWeft, until } from './weft-command.ts';

const missing = whyNoSlurm();
if (missing) console.log(`sweeps on Slurm are skipped: ${missing}`);

const sweep = {
  version: 1,
  title: 'Shift',
  network: { family: 'fat-tree', params: { ports: 8, pods: 4 } },
  routing: 'd-mod-k',
  jobs: [{ name: 'a', ranks: 64, workload: { kind: 'all-to-all', bytes: 1000 } }],
  model: { kind: 'event' },
  vary: { seed: [1, 2, 3], 'jobs.0.workload.bytes': [1000, 2000] },
};

let cluster: SlurmCluster;
let folder: string;
let file: string;

describe.skipIf(missing !== null)('a sweep on a real Slurm', () => {
  beforeAll(async () => {
    cluster = await startSlurm();
    folder = mkdtempSync(join(tmpdir(), 'weft-scale-'));
    file = join(folder, 'sweep.json');
    writeFileSync(file, JSON.stringify(sweep));
  });
  afterAll(() => {
    cluster?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('makes the datasets that this machine makes, in two arrays where one cannot hold all', async () => {
    const there = await run('-o', join(folder, 'there'), '--on', 'slurm', '--json');
    const here = await run('-o', join(folder, 'here'), '--json');
    expect(there.code).toBe(0);
    expect(JSON.parse(there.out)).toEqual(JSON.parse(here.out));
    expect(JSON.parse(there.out).runs).toHaveLength(6);
    expect(readdirSync(join(folder, 'there')).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(queue()).toBe('');
  });

  it('goes on where it was interrupted, and takes its tasks out of the queue', async () => {
    const output = join(folder, 'interrupted');
    const driver = start('-o', output, '--on', 'slurm:nodes=1');
    await until(() => existsSync(output) && datasets(output).length > 0);
    driver.child.kill('SIGINT');
    expect((await driver.ended).code).toBe(130);
    await until(() => queue() === '');
    const before = datasets(output).length;
    expect(before).toBeLessThan(6);
    expect((await run('-o', output, '--on', 'slurm')).code).toBe(0);
    expect(datasets(output)).toHaveLength(6);
  });

  it('repeats a task that is killed', async () => {
    const output = join(folder, 'killed');
    const driver = start('-o', output, '--on', 'slurm:nodes=1');
    await until(() => cluster.run('squeue', '-h', '-t', 'running').trim() !== '');
    const [job] = cluster.run('squeue', '-h', '-r', '-t', 'running', '-o', '%i').trim().split('\n');
    cluster.run('scancel', '--signal=KILL', '--full', job);
    expect((await driver.ended).code).toBe(0);
    expect(datasets(output)).toHaveLength(6);
    expect(cluster.run('squeue', '-h', '-t', 'all', '-r', '-o', '%T')).toMatch(/FAILED|CANCELLED/);
  });

  it('says why tasks would wait for ever', async () => {
    const { code, err } = await run('-o', join(folder, 'tiny'), '--on', 'slurm:partition=tiny,time=30');
    expect(code).toBe(1);
    expect(err).toContain('PartitionTimeLimit');
    expect(queue()).toBe('');
  });

  it('passes on what sbatch refuses', async () => {
    const { code, err } = await run('-o', join(folder, 'moon'), '--on', 'slurm:partition=moon');
    expect(code).toBe(1);
    expect(err).toContain('invalid partition specified');
  });
});

const queue = (): string => cluster.run('squeue', '-h').trim();
const datasets = (output: string): string[] =>
  readdirSync(output).filter((name) => name.endsWith('.weft') && !name.startsWith('.'));

const start = (...args: string[]) => startWeft(cluster.env, ['simulate', file, ...args]);
const run = (...args: string[]) => start(...args).ended;
