import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSweep } from '@weft/simulate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../src/main.ts';
import { parseSlurmOptions } from '../src/slurm/slurm-options.ts';
import { runOnSlurm } from '../src/sweep/run-on-slurm.ts';
import { runSweep } from '../src/sweep/run-sweep.ts';
import { fakeSlurm } from './fake-slurm.ts';

const sweep = {
  version: 1,
  title: 'Shift',
  network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
  routing: 'd-mod-k',
  jobs: [{ name: 'a', ranks: 16, workload: { kind: 'shift', bytes: 1000 } }],
  model: { kind: 'event' },
  vary: { 'jobs.0.workload.bytes': [1000, 2000], seed: [1, 2] },
};

let folder: string;
let file: string;
let output: string;
let printed: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-sweep-'));
  file = join(folder, 'sweep.json');
  output = join(folder, 'runs');
  writeFileSync(file, JSON.stringify(sweep));
  printed = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text: unknown, ...rest: unknown[]) => {
    printed.push(String(text));
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void printed.push(String(text)));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const changed = (name: string) => statSync(join(output, `${name}.weft`, 'manifest.json')).mtimeMs;
const index = () => JSON.parse(readFileSync(join(output, 'sweep.json'), 'utf8'));

describe('weft simulate with a sweep', () => {
  it('writes one dataset a combination, an index, and repeats nothing that is there', async () => {
    expect(await main(['simulate', file, '-o', output])).toBe(0);
    expect(printed.join('')).toContain('bytes-2000_seed-1.weft');
    expect(index().runs.map((run: { bytesSent: number }) => run.bytesSent)).toEqual([16e3, 16e3, 32e3, 32e3]);
    const before = changed('bytes-1000_seed-1');
    rmSync(join(output, 'bytes-1000_seed-2.weft'), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...sweep, vary: { ...sweep.vary, seed: [1, 2, 3] } }));
    expect(await main(['simulate', file, '-o', output, '--json'])).toBe(0);
    expect(index().runs.map(({ finished }: { finished: boolean }) => finished)).toEqual(Array(6).fill(true));
    expect(changed('bytes-1000_seed-1')).toBe(before);
  });

  it('makes a run again where its scenario has changed', async () => {
    expect(await main(['simulate', file, '-o', output, '--only', '0'])).toBe(0);
    expect(readdirSync(output)).toEqual(['bytes-1000_seed-1.weft']);
    const before = changed('bytes-1000_seed-1');
    writeFileSync(file, JSON.stringify({ ...sweep, switchDelay: '1 us' }));
    expect(await main(['simulate', file, '-o', output])).toBe(0);
    expect(changed('bytes-1000_seed-1')).toBeGreaterThan(before);
  });

  it('lists its runs without running them, and refuses what makes no sense', async () => {
    expect(await main(['simulate', file, '--dry-run'])).toBe(0);
    expect(printed.join('')).toContain('3: bytes = 2000, seed = 2');
    expect(await main(['simulate', file, '-o', output, '--only', '4'])).toBe(1);
    expect(printed.join('')).toContain('runs 0 to 3');
    expect(await main(['simulate', file, '-o', output, '--on', 'moon'])).toBe(2);
    expect(printed.join('')).toContain('"moon" is no place to run');
    expect(existsSync(output)).toBe(false);
  });
});

const weftProgram = [process.execPath, fileURLToPath(new URL('../bin/weft.js', import.meta.url))];

function sweepOnSlurm(options = 'slurm', signal = new AbortController().signal): Promise<unknown> {
  return runSweep(
    file,
    output,
    loadSweep(file) ?? [],
    runOnSlurm(parseSlurmOptions(options), weftProgram, 1),
    { signal },
  );
}

/** How often the queue was looked at while something waited in it. */
const looks = () =>
  existsSync(join(folder, 'looks')) ? readFileSync(join(folder, 'looks'), 'utf8').split('\n').length - 1 : 0;

describe('a sweep on Slurm', () => {
  it('becomes arrays within the largest size, with what the options ask for', async () => {
    fakeSlurm(folder, {});
    await sweepOnSlurm('slurm:partition=batch,account=net,time=30,nodes=2');
    const submitted = readFileSync(join(folder, 'submitted'), 'utf8').trim().split('\n');
    expect(submitted.map((line) => /--array=(\S+)/.exec(line)?.[1])).toEqual(['0,1,2%2', '0%2']);
    expect(submitted[0]).toContain('--partition=batch --account=net --time=30');
    expect(index().runs.every(({ finished }: { finished: boolean }) => finished)).toBe(true);
    expect(readdirSync(output).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('submits again what has left no dataset', async () => {
    fakeSlurm(folder, { fail: 2 });
    await sweepOnSlurm();
    expect(readFileSync(join(folder, 'submitted'), 'utf8').trim().split('\n').length).toBe(4);
  });

  it('gives up after three attempts', async () => {
    fakeSlurm(folder, { fail: 100 });
    await expect(sweepOnSlurm()).rejects.toThrow('4 of 4 tasks failed 3 times');
  });

  it('ends with the last words of a task, and keeps its log', async () => {
    fakeSlurm(folder, { say: 'weft: DISK-FULL: no space left on the device' });
    await expect(sweepOnSlurm()).rejects.toMatchObject({
      code: 'TASKS-FAILED',
      message: expect.stringContaining('no space left on the device'),
      file: join(output, '.slurm'),
      advice: expect.stringContaining('goes on with what is missing'),
    });
    expect(readdirSync(join(output, '.slurm'))).not.toEqual([]);
  });

  it('says so where tasks left no word', async () => {
    fakeSlurm(folder, { fail: 100 });
    await expect(sweepOnSlurm()).rejects.toThrow('it left no log, as on a node that does not see the folder');
  });

  it('repeats tasks elsewhere than on a node that left not even a log', async () => {
    fakeSlurm(folder, { blind: 'n3' });
    await sweepOnSlurm();
    const submitted = readFileSync(join(folder, 'submitted'), 'utf8').trim().split('\n');
    expect(submitted.map((line) => line.includes('--exclude=n3'))).toEqual([false, false, true, true]);
    expect(index().runs.every(({ finished }: { finished: boolean }) => finished)).toBe(true);
  });

  it('names the node where there is no other', async () => {
    fakeSlurm(folder, { blind: 'n3', alone: true });
    await expect(sweepOnSlurm()).rejects.toMatchObject({
      message: expect.stringContaining('it left no log, as on n3 that does not see the folder'),
      advice: expect.stringContaining('All nodes must see the folder'),
    });
  });

  it('tells of the queue that it lost, and how to go on', async () => {
    fakeSlurm(folder, { fail: 100, lost: true });
    await expect(sweepOnSlurm()).rejects.toMatchObject({
      code: 'SLURM-LOST',
      message: expect.stringContaining('Unable to contact slurm controller'),
      advice: expect.stringContaining('the same command takes up what they leave'),
    });
  });

  it('hands on no number of cores of a job that it runs in itself', async () => {
    vi.stubEnv('SLURM_CPUS_PER_TASK', '1');
    fakeSlurm(folder, { say: 'cores: $SLURM_CPUS_PER_TASK.' });
    await expect(sweepOnSlurm()).rejects.toThrow('cores: .');
  });

  it('waits for what an earlier command submitted before it submits more', async () => {
    fakeSlurm(folder, { left: 2 });
    await sweepOnSlurm();
    const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
    expect(calls.indexOf('submit')).toBe(calls.lastIndexOf('6 is asked for') + 1);
    expect(calls.filter((call) => call === '6 is asked for')).toHaveLength(3);
  });

  it('sees the whole queue also where its user looks at a part of it, or partitions are hidden', async () => {
    vi.stubEnv('SQUEUE_PARTITION', 'another');
    fakeSlurm(folder, { left: 2 });
    await sweepOnSlurm();
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toContain('6 is asked for');
  });

  it('takes out what Slurm keeps back, and submits it again', async () => {
    fakeSlurm(folder, { fail: 2, keptBack: true });
    await sweepOnSlurm();
    expect(readFileSync(join(folder, 'cancelled'), 'utf8').trim()).toBe('7_0');
    expect(index().runs.every(({ finished }: { finished: boolean }) => finished)).toBe(true);
  });

  it.each([
    ['PartitionTimeLimit', 'slurm:time='],
    ['PartitionDown', 'sinfo lists them'],
    ['PartitionConfig', 'slurm:cores='],
    ['MaxMemPerLimit', '--memory'],
    ["Job's account not known, so it can't use this partition (paid allows rich)", 'slurm:account='],
  ])('says why tasks will never start, and takes them out of the queue: %s', async (reason, advice) => {
    fakeSlurm(folder, { fail: 100, reason });
    await expect(sweepOnSlurm()).rejects.toMatchObject({
      code: 'SLURM-NEVER-STARTS',
      message: expect.stringContaining(`will never start them: ${reason}`),
      advice: expect.stringContaining(advice),
    });
    expect(readFileSync(join(folder, 'cancelled'), 'utf8').trim()).toBe('7 7');
  });

  it.each([
    ['Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions', 1],
    ['Resources', 0],
  ])('tells once what all tasks wait for where that is unusual: %s', async (reason, times) => {
    fakeSlurm(folder, { fail: 100, reason });
    const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const controller = new AbortController();
    const refused = expect(sweepOnSlurm('slurm', controller.signal)).rejects.toThrow();
    await vi.waitUntil(() => looks() > 3, { timeout: 50_000 });
    controller.abort();
    await refused;
    expect(told.mock.calls).toEqual(Array(times).fill([`Slurm keeps all tasks waiting: ${reason}`]));
    told.mockRestore();
  });

  it.each([
    ['invalid partition specified: moon', 'sinfo lists the partitions'],
    ['Required partition not available (inactive or drain)', 'sinfo lists them'],
    ['Invalid account or account/partition combination specified', 'slurm:account='],
    ['Requested node configuration is not available', 'as much memory or as many cores'],
    ['Requested time limit is invalid (missing or exceeds some limit)', 'slurm:time='],
    ['Invalid job array specification', 'MaxArraySize'],
    ['Job violates accounting/QOS policy (job submit limit, user size and/or time limits)', 'slurm:nodes='],
    ['Unable to contact slurm controller (connect failure)', 'controller does not answer'],
    ['slurm_load_ctl_conf error: Socket timed out on send/recv operation', 'controller does not answer'],
    ['Munge encode failed: Failed to access "/run/munge/munge.socket.2"', 'munge'],
  ])('passes on what Slurm refuses: %s', async (refuse, advice) => {
    fakeSlurm(folder, { refuse });
    await expect(sweepOnSlurm()).rejects.toMatchObject({
      code: 'SLURM-REFUSED',
      advice: expect.stringContaining(advice),
    });
  });

  it('says that Slurm is not there', async () => {
    vi.stubEnv('PATH', folder);
    await expect(sweepOnSlurm()).rejects.toMatchObject({ code: 'SLURM-NOT-FOUND' });
  });
});

describe('--on slurm', () => {
  it.each([
    'slurm:time=0',
    'slurm:slice=0',
    'slurm:slice=1e3',
    'slurm:time=x',
    'slurm:cores=0',
    'slurm:partition=a b',
    'slurm:partition=',
    'slurm:colour=red',
  ])('refuses %s', (text) => {
    expect(() => parseSlurmOptions(text)).toThrow('--on');
  });
});
