import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@weft/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../apps/cli/test/dataset-content.ts';
import { replicateTrace } from '../../bench/replicate-dumpi.ts';
import { type SlurmCluster, startSlurm, whyNoSlurm } from './slurm-cluster.ts';
import { endProcess, nodeOf, signal, tasksOf } from './slurm-processes.ts';
import { startWeft, until } from './weft-command.ts';

const missing = whyNoSlurm();
if (missing) console.log(`kills on Slurm are skipped: ${missing}`);

const fixture = fileURLToPath(new URL('../../fixtures/dumpi/masterworker16', import.meta.url));
const kinds = ['task', 'driver', 'node', 'task', 'driver', 'slow', 'task', 'driver', 'node', 'task'] as const;
type Kind = (typeof kinds)[number];
/** The part of an import's time after which the blow falls. */
const random = createRandom(21);
const rounds = [...kinds, ...kinds].map((kind, round) => [round, kind, random.next()] as const);

type Driver = ReturnType<typeof startWeft>;

let cluster: SlurmCluster;
let folder: string;
let trace: string;
let whole: unknown;
let milliseconds: number;

describe.skipIf(missing !== null)('an import on a real Slurm that is hit', () => {
  beforeAll(async () => {
    cluster = await startSlurm();
    folder = mkdtempSync(join(tmpdir(), 'weft-kills-'));
    trace = join(folder, 'trace');
    replicateTrace(fixture, trace, 100);
    const args = ['import', trace, '-o', join(folder, 'whole.weft'), '--no-overview'];
    expect((await startWeft(cluster.env, args).ended).code).toBe(0);
    whole = await contentOf(join(folder, 'whole.weft'));
    const started = performance.now();
    expect((await start('unhurt.weft').ended).code).toBe(0);
    milliseconds = performance.now() - started;
  });
  afterAll(() => {
    cluster?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it.each(rounds)('ends in the dataset, or goes on to it: round %i, %s', async (round, kind, part) => {
    const name = `round-${round}.weft`;
    const driver = start(name);
    const watched = watch(name, driver);
    await sleep(part * milliseconds);
    await blows[kind](driver);
    const { code, err } = await driver.ended;
    expect(await watched).toBe('never a half dataset');
    if (kind !== 'driver') expect([code, err]).toEqual([0, '']);
    if (!existsSync(join(folder, name))) {
      expect(kind).toBe('driver');
      const resumed = await start(name, '--resume').ended;
      expect([resumed.code, resumed.err]).toEqual([0, '']);
    }
    await expectWhole(name);
  });
});

const start = (name: string, ...args: string[]): Driver =>
  startWeft(cluster.env, [
    ...['import', trace, '-o', join(folder, name), '--no-overview', '--on', 'slurm:slice=1'],
    ...args,
  ]);

const blows: Readonly<Record<Kind, (driver: Driver) => Promise<void>>> = {
  task: async (driver) => {
    const task = await someTask(driver);
    if (task) endProcess(task);
  },
  driver: async (driver) => {
    driver.child.kill('SIGKILL');
  },
  /** A node that is back at once tells the controller so; one that stays away is given up. */
  node: async (driver) => {
    const task = await someTask(driver);
    const node = task && nodeOf(task);
    if (!node) return;
    cluster.killNode(node);
    if (random.next() < 0.5) await driver.ended;
    cluster.startNode(node);
  },
  /** The node is given up while its task sleeps on, which wakes up after its second attempt has ended. */
  slow: async (driver) => {
    const task = await someTask(driver);
    const node = task && nodeOf(task);
    if (!node) return;
    signal(task, 'SIGSTOP');
    cluster.killDaemon(node);
    await driver.ended;
    signal(task, 'SIGCONT');
    await until(() => !tasksOf(cluster.folder).includes(task));
    cluster.startNode(node);
  },
};

/** One of the tasks that run, as soon as there is one. */
async function someTask({ child }: Driver): Promise<number | null> {
  await until(() => tasksOf(cluster.folder).length > 0 || child.exitCode !== null);
  const tasks = tasksOf(cluster.folder);
  return tasks.length > 0 ? tasks[random.below(tasks.length)] : null;
}

/** Looks all the time whether the dataset that is there is one. */
async function watch(name: string, { child }: Driver): Promise<string> {
  const target = join(folder, name);
  for (; child.exitCode === null && child.signalCode === null; await sleep(10)) {
    if (existsSync(target) && !existsSync(join(target, 'manifest.json'))) return 'half a dataset';
  }
  return 'never a half dataset';
}

async function expectWhole(name: string): Promise<void> {
  expect(await contentOf(join(folder, name))).toEqual(whole);
  expect(readdirSync(join(folder, name)).filter((other) => other.startsWith('.'))).toEqual([]);
  await until(() => cluster.run('squeue', '-h').trim() === '' && tasksOf(cluster.folder).length === 0);
  expect(readdirSync(folder).filter((other) => other.includes(name))).toEqual([name]);
  rmSync(join(folder, name), { recursive: true });
}
