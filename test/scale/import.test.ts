import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../apps/cli/test/dataset-content.ts';
import { replicateTrace } from '../../bench/replicate-dumpi.ts';
import { type SlurmCluster, startSlurm, whyNoSlurm } from './slurm-cluster.ts';
import { startWeft, until } from './weft-command.ts';

const missing = whyNoSlurm();
if (missing) console.log(`imports on Slurm are skipped: ${missing}`);

const fixture = fileURLToPath(new URL('../../fixtures/dumpi/masterworker16', import.meta.url));
const ON = 'slurm:slice=4,nodes=2';

let cluster: SlurmCluster;
let folder: string;
let trace: string;
let whole: unknown;

describe.skipIf(missing !== null)('an import on a real Slurm', () => {
  beforeAll(async () => {
    cluster = await startSlurm();
    folder = mkdtempSync(join(tmpdir(), 'weft-scale-'));
    trace = join(folder, 'trace');
    replicateTrace(fixture, trace, 500);
    expect((await start('-o', join(folder, 'whole.weft'), '--no-overview').ended).code).toBe(0);
    whole = await contentOf(join(folder, 'whole.weft'));
  });
  afterAll(() => {
    cluster?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('gives the dataset of an import by one process', async () => {
    const { code, err } = await staged('equal.weft').ended;
    expect(err).toBe('');
    expect(code).toBe(0);
    await expectEqual('equal.weft');
  });

  it('repeats tasks that are killed', async () => {
    const driver = staged('killed.weft');
    for (let kills = 0; kills < 2; kills++) {
      await until(() => running().length > 0);
      cluster.run('scancel', '--signal=KILL', '--full', running()[0]);
    }
    expect((await driver.ended).code).toBe(0);
    await expectEqual('killed.weft');
  });

  it('goes on after the driver has died', async () => {
    const driver = staged('resumed.weft');
    await until(() => running().length > 0);
    expect(coresOfTasks()).toEqual(new Set(['2']));
    driver.child.kill('SIGKILL');
    await driver.ended;
    expect(existsSync(join(folder, 'resumed.weft'))).toBe(false);
    expect((await staged('resumed.weft').ended).err).toContain('--resume');
    expect((await staged('resumed.weft', '--resume').ended).code).toBe(0);
    await expectEqual('resumed.weft');
  });

  it('takes its tasks and files away when it is cancelled', async () => {
    const driver = start('-o', join(folder, 'cancelled.weft'), '--no-overview', '--on', `${ON},cores=1`);
    await until(() => running().length > 0);
    expect(coresOfTasks()).toEqual(new Set(['1']));
    driver.child.kill('SIGINT');
    expect((await driver.ended).code).toBe(130);
    await until(() => queue() === '');
    expect(readdirSync(folder).filter((name) => name.includes('cancelled'))).toEqual([]);
  });

  it('names a disk that is full, and goes on when there is room', async () => {
    const disk = mountDisk('full', '6m');
    try {
      const { code, err } = await staged('full/full.weft').ended;
      expect(code).toBe(1);
      expect(err).toMatch(/disk is (all but )?full|no space left/i);
      expect(err).toContain('with --resume goes on');
      expect(queue()).toBe('');
      expect(existsSync(join(disk, 'full.weft'))).toBe(false);
      cluster.run('mount', '-o', 'remount,size=500m', disk);
      expect((await staged('full/full.weft', '--resume').ended).code).toBe(0);
      await expectEqual('full/full.weft');
    } finally {
      cluster.run('umount', '--lazy', disk);
    }
  });

  it('names a folder that became read-only in the middle, and goes on when it can be written again', async () => {
    const disk = mountDisk('sealed', '500m');
    try {
      const driver = staged('sealed/sealed.weft');
      await until(() => running().length > 0);
      await until(() => seal(disk));
      const { code, err } = await driver.ended;
      expect(code).toBe(1);
      expect(err).toMatch(/read-only/i);
      cluster.run('mount', '-o', 'remount,rw', disk);
      await until(() => queue() === '');
      expect((await staged('sealed/sealed.weft', '--resume').ended).code).toBe(0);
      await expectEqual('sealed/sealed.weft');
    } finally {
      cluster.run('umount', '--lazy', disk);
    }
  });

  it('refuses what needs all ranks in one process', async () => {
    const { code, err } = await staged('clocks.weft', '--repair-clocks').ended;
    expect(code).toBe(2);
    expect(err).toContain('--repair-clocks does not go with --on');
  });
});

const start = (...args: string[]) => startWeft(cluster.env, ['import', trace, ...args]);
const staged = (name: string, ...args: string[]) =>
  start('-o', join(folder, name), '--no-overview', '--on', ON, ...args);
/** A disk of its own, in memory, below the folder of the tests. */
function mountDisk(name: string, size: string): string {
  const disk = join(folder, name);
  mkdirSync(disk);
  cluster.run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'weft', disk);
  return disk;
}

/** Whether it could be made read-only, which waits until no file on it is open for writing. */
function seal(disk: string): boolean {
  return spawnSync('mount', ['-o', 'remount,ro', disk]).status === 0;
}

const queue = (): string => cluster.run('squeue', '-h').trim();
const running = (): string[] =>
  cluster.run('squeue', '-h', '-r', '-t', 'running', '-o', '%i').trim().split('\n').filter(Boolean);

const coresOfTasks = (): Set<string> =>
  new Set(cluster.run('squeue', '-h', '-t', 'running', '-o', '%C').trim().split('\n'));

async function expectEqual(name: string): Promise<void> {
  expect((await contentOf(join(folder, name))) as object).toEqual(whole);
  expect(readdirSync(folder).filter((other) => other.startsWith('.'))).toEqual([]);
  await until(() => queue() === '');
}
