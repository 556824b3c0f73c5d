import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appendToDataset, cleanLeftovers } from '@weft/store';
import { afterAll, describe, expect, it } from 'vitest';
import {
  exitOf,
  killAtRandom,
  killPaused,
  rowsOf,
  startNode,
  startWeft,
  trace,
  weft,
} from './weft-process.ts';

const generateStudy = fileURLToPath(new URL('./generate-study.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that writes one dataset. */
interface Killed {
  readonly args: readonly string[];
  /** The folder of its dataset. */
  readonly place: string;
  /** Whether it replaces a dataset that is there. */
  readonly replaces: boolean;
  readonly randomKills: number;
  readonly killsAStep: number;
}

const commands: Readonly<Record<string, Killed>> = {
  simulate: {
    args: [weft, 'simulate', 'binary-swap-8', '-o', 'out.weft', '--force'],
    place: '.',
    replaces: true,
    randomKills: 16,
    killsAStep: 5,
  },
  import: {
    args: [weft, 'import', trace, '-o', 'out.weft', '--force'],
    place: '.',
    replaces: true,
    randomKills: 16,
    killsAStep: 5,
  },
  study: {
    args: ['--import', import.meta.resolve('tsx'), generateStudy, 'binary-swap-8'],
    place: 'studies',
    replaces: false,
    randomKills: 12,
    killsAStep: 4,
  },
};

const counted = { random: 0, commit: 0 };

/** A folder of its own for each test. */
function ownFolder(name: string): string {
  const own = join(folder, name);
  mkdirSync(own);
  return own;
}

function datasetIn(own: string, { place }: Killed): string | null {
  const inside = join(own, place);
  const name = existsSync(inside) ? readdirSync(inside).find((entry) => /^[^.].*\.weft$/.test(entry)) : null;
  return name ? join(inside, name) : null;
}

function start(own: string, { args }: Killed, env: Record<string, string> = {}): ChildProcess {
  return startNode(own, args, { WEFT_HOME: own, ...env });
}

/** Runs it undisturbed: how long it takes, and the rows it writes. */
async function runWhole(own: string, command: Killed): Promise<{ milliseconds: number; rows: number }> {
  const began = performance.now();
  await exitOf(start(own, command));
  const milliseconds = performance.now() - began;
  return { milliseconds, rows: await rowsOf(datasetIn(own, command)!, 'messages') };
}

/** Whatever was killed, the dataset is absent or whole, and the next command finds nothing in its way. */
async function expectWholeOrNothing(own: string, command: Killed, rows: number): Promise<void> {
  const inside = join(own, command.place);
  await cleanLeftovers(inside);
  const left = existsSync(inside) ? readdirSync(inside) : [];
  const dataset = datasetIn(own, command);
  expect(left.filter((name) => !name.startsWith('.weft-unpack-')).length).toBe(dataset ? 1 : 0);
  if (dataset) expect(await rowsOf(dataset, 'messages')).toBe(rows);
}

describe.each(Object.keys(commands))('kill -9 of %s', (name) => {
  const command = commands[name];

  it('at random moments leaves the whole dataset or none', async () => {
    await runWhole(ownFolder(`${name}-first`), command);
    const { milliseconds, rows } = await runWhole(ownFolder(`${name}-whole`), command);
    const own = ownFolder(name);
    await killAtRandom(
      () => start(own, command),
      milliseconds,
      command.randomKills,
      async () => {
        await expectWholeOrNothing(own, command, rows);
        if (!command.replaces) rmSync(join(own, command.place), { recursive: true, force: true });
      },
    );
    counted.random += command.randomKills;
  });

  it.each(['before', 'between', 'after'])('%s the renames of the commit loses nothing', async (step) => {
    const own = ownFolder(`${name}-${step}`);
    const { rows } = await runWhole(own, command);
    // Between the renames it stands under another name; whoever opens it finds it again.
    const dataset = datasetIn(own, command)!;
    for (let kill = 0; kill < command.killsAStep; kill++) {
      if (!command.replaces) rmSync(join(own, command.place), { recursive: true, force: true });
      await killPaused(start(own, command, { WEFT_TEST_COMMIT_PAUSE: step }));
      counted.commit++;
      if (command.replaces) expect(await rowsOf(dataset, 'messages')).toBe(rows);
      await expectWholeOrNothing(own, command, rows);
    }
  });
});

const SAMPLER = `n=$(cat count 2>/dev/null || echo 0); n=$((n + 1)); echo $n > count
[ -f start ] || date +%s > start; t=$(($(cat start) + n))
printf 'time,node,port,PortXmitPkts\\n%d,node1,1,%d\\n%d,node2,1,%d\\n' $t $((n * 10)) $t $((n * 100))
`;

describe('kill -9 of weft watch', () => {
  const args = ['watch', '--counters', 'sh sampler.sh', '--interval', '20ms', '-o', 'site.weft'];
  const dataset = join(folder, 'watch', 'site.weft');
  const own = join(folder, 'watch');
  let before = 0;
  /** Samples that were there stay. */
  const expectGrowth = async (): Promise<void> => {
    const rows = await rowsOf(dataset, 'counters');
    expect(rows).toBeGreaterThanOrEqual(before);
    before = rows;
  };

  it('at random moments leaves a dataset that opens and grows', async () => {
    mkdirSync(own);
    writeFileSync(join(own, 'edges.csv'), 'source,target\nnode1,top\nnode2,top\n');
    writeFileSync(join(own, 'sampler.sh'), SAMPLER);
    spawnSync(process.execPath, [weft, 'import', 'edges.csv', '-o', 'site.weft'], { cwd: own });
    const began = performance.now();
    await exitOf(startWeft(own, [...args, '--samples', '3']));
    const milliseconds = performance.now() - began + 500;
    await killAtRandom(() => startWeft(own, args), milliseconds, 12, expectGrowth);
    counted.random += 12;
    expect(before).toBeGreaterThan(0);
  });

  it.each(['before', 'after'])('%s the rename of a sample keeps those before', async (step) => {
    for (let kill = 0; kill < 4; kill++) {
      await killPaused(startWeft(own, args, { WEFT_TEST_COMMIT_PAUSE: step }));
      counted.commit++;
      const rows = before;
      await expectGrowth();
      if (step === 'before') expect(before).toBe(rows);
    }
    await appendToDataset(dataset);
  });
});

describe('kill -9 of weft phases', () => {
  it.each(['before', 'after'])(
    '%s the rename of the manifest leaves a dataset that is whole',
    async (step) => {
      const own = ownFolder(`phases-${step}`);
      const dataset = join(own, 'out.weft');
      await exitOf(startWeft(own, ['import', trace, '-o', 'out.weft']));
      const rows = await rowsOf(dataset, 'messages');
      for (let kill = 0; kill < 2; kill++) {
        await killPaused(startWeft(own, ['phases', 'out.weft'], { WEFT_TEST_COMMIT_PAUSE: step }));
        counted.commit++;
        expect(await rowsOf(dataset, 'message_phases')).toBe(step === 'before' ? 0 : rows);
      }
      await exitOf(startWeft(own, ['phases', 'out.weft']));
      expect(await rowsOf(dataset, 'message_phases')).toBe(rows);
      // What the dead left in its folder is nobody else's, so that the dataset can be replaced.
      await exitOf(startWeft(own, ['import', trace, '-o', 'out.weft', '--force']));
      expect(await rowsOf(dataset, 'message_phases')).toBe(0);
      expect(readdirSync(own)).toEqual(['out.weft']);
    },
  );
});

it('is done 100 times, 30 of them inside the commit', () => {
  console.log(`${counted.random + counted.commit} kills hit, ${counted.commit} of them inside the commit`);
  expect(counted.random + counted.commit).toBeGreaterThanOrEqual(100);
  expect(counted.commit).toBeGreaterThanOrEqual(30);
});
