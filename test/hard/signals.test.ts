import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@weft/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitOf, startWeft, trace } from './weft-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-signals-'));
const whole = join(folder, 'whole.weft');
const random = createRandom('signals');
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGTERM'] as const;
const ENDED = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 };

const scenario = {
  version: 1,
  title: 'For commands that are stopped',
  network: { family: 'torus', params: { sizes: [4, 4, 4] } },
  routing: 'dimension-order',
  jobs: [
    {
      name: 'solver',
      ranks: 32,
      workload: { kind: 'halo', axes: 3, bytes: '64 KiB', iterations: 20 },
      compute: '20 us',
    },
    { name: 'render', ranks: 32, workload: { kind: 'all-to-all', bytes: '4 KiB' }, repeat: 4 },
  ],
  model: { kind: 'event' },
  counters: { interval: '20 us' },
};

/** Every command that reads a dataset and ends by itself; some of them write `out`. */
const commands: readonly (readonly string[])[] = [
  ['info', 'run.weft', '--findings'],
  ['sql', 'run.weft', 'select count(*) from messages a, messages b where a.bytes < b.bytes'],
  ['export', 'run.weft', '--format', 'otf2', '-o', 'out'],
  ['explain', 'run.weft', '--job', 'solver', '--html', '-o', 'out'],
  ['advise', 'run.weft', '--job', 'solver', '-o', 'out'],
  ['whatif', 'run.weft', '--without', 'render', '-o', 'out.weft'],
  ['place', 'trace.weft', '-o', 'out.weft'],
  ['mapping', 'run.weft', '--job', '0', '--suggest', '-o', 'out'],
  ['hive', 'run.weft', '-o', 'out.svg'],
  ['identify', 'run.weft'],
  ['phases', 'run.weft'],
  ['commgram', 'run.weft', '-o', 'out.svg'],
  ['layout', 'F1', '--levels', '6', '-o', 'out.svg'],
  ['route', 'run.weft', '--check'],
];

beforeAll(async () => {
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(scenario));
  const { code, stderr } = await run(folder, ['simulate', 'scenario.json', '-o', 'whole.weft']);
  expect([code, stderr]).toEqual([0, '']);
  expect((await run(folder, ['import', trace, '-o', 'trace.weft'])).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('one signal ends every command and leaves nothing behind:', () => {
  it.each(commands.map((args) => [args[0], args] as const))('%s', async (name, args) => {
    const own = join(folder, name);
    prepare(own);
    const started = performance.now();
    const unhurt = await run(own, args);
    expect([unhurt.code, unhurt.stderr]).toEqual([0, expect.anything()]);
    const milliseconds = performance.now() - started;
    const complete = listing(own);
    for (const signal of SIGNALS) {
      prepare(own);
      const before = listing(own);
      const { code, stderr } = await run(own, args, {
        signal,
        after: (0.2 + 0.7 * random.next()) * milliseconds,
      });
      expect([0, ENDED[signal]]).toContain(code);
      expect(stderr).not.toMatch(/\n\s+at /);
      // A signal may come when all is written.
      expect([before, complete]).toContainEqual(listing(own));
      expect(readdirSync(join(own, 'tmp'))).toEqual([]);
    }
  });
});

describe('one signal ends a simulation that works in one long piece:', () => {
  const job = { ranks: 2, workload: { kind: 'ring' } };
  const chain = Array.from({ length: 5000 }, (_, at) => ({
    ...job,
    name: `job ${at}`,
    ...(at > 0 ? { after: [`job ${at - 1}`] } : {}),
  }));
  const everyByte = { kind: 'event', packet: 1 };
  const exchange = { name: 'a', ranks: 16, workload: { kind: 'all-to-all', bytes: 100_000_000 } };
  it.each([
    ['a packet for every byte', { jobs: [exchange], model: everyByte, counters: { interval: '1 s' } }],
    ['5000 jobs, each after the one before', { jobs: chain }],
  ])('%s', async (_, change) => {
    const own = join(folder, 'long');
    prepare(own);
    writeFileSync(join(own, 'long.json'), JSON.stringify({ ...scenario, ...change }));
    const before = listing(own);
    const blow = { signal: 'SIGTERM', after: 2500 } as const;
    const { code, stderr } = await run(own, ['simulate', 'long.json', '-o', 'out.weft'], blow);
    expect([code, stderr]).toEqual([143, expect.stringContaining('CANCELLED')]);
    expect(listing(own)).toEqual(before);
  });
});

function prepare(own: string): void {
  rmSync(own, { recursive: true, force: true });
  mkdirSync(join(own, 'tmp'), { recursive: true });
  cpSync(whole, join(own, 'run.weft'), { recursive: true });
  cpSync(join(folder, 'trace.weft'), join(own, 'trace.weft'), { recursive: true });
}

/** Tables that are added to a dataset have a random part in their names. */
function listing(own: string): string[] {
  return readdirSync(own, { recursive: true })
    .map((name) => String(name).replace(/made-[^/]*\.parquet$/, 'made.parquet'))
    .filter((name) => !name.startsWith('tmp'))
    .sort();
}

interface Blow {
  readonly signal: NodeJS.Signals;
  /** Milliseconds. */
  readonly after: number;
}

async function run(own: string, args: readonly string[], blow?: Blow) {
  const child = startWeft(own, args, { WEFT_HOME: own, TMPDIR: join(own, 'tmp') });
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  const exit = exitOf(child);
  const timer = setTimeout(() => blow && child.kill(blow.signal), blow?.after ?? 0);
  await exit;
  clearTimeout(timer);
  const code = child.exitCode ?? (blow ? ENDED[blow.signal as keyof typeof ENDED] : null);
  return { code, stderr };
}
