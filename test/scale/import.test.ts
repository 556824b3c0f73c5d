import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
    driver.child.kill('SIGKILL');
    await driver.ended;
    expect(existsSync(join(folder, 'resumed.weft'))).toBe(false);
    expect((await staged('resumed.weft').ended).err).toContain('--resume');
    expect((await staged('resumed.weft', '--resume').ended).code).toBe(0);
    await expectEqual('resumed.weft');
  });

  it('takes its tasks and files away when it is cancelled', async () => {
    const driver = staged('cancelled.weft');
    await until(() => running().length > 0);
    driver.child.kill('SIGINT');
    expect((await driver.ended).code).toBe(130);
    await until(() => queue() === '');
    expect(readdirSync(folder).filter((name) => name.includes('cancelled'))).toEqual([]);
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
const queue = (): string => cluster.run('squeue', '-h').trim();
const running = (): string[] =>
  cluster.run('squeue', '-h', '-r', '-t', 'running', '-o', '%i').trim().split('\n').filter(Boolean);

async function expectEqual(name: string): Promise<void> {
  expect((await contentOf(join(folder, name))) as object).toEqual(whole);
  expect(readdirSync(folder).filter((other) => other.startsWith('.'))).toEqual([]);
  await until(() => queue() === '');
}
