import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSweep } from '@weft/simulate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../src/main.ts';
import { parseSlurmOptions } from '../src/slurm/slurm-options.ts';
import { runOnSlurm } from '../src/sweep/run-on-slurm.ts';
import { runSweep } from '../src/sweep/run-sweep.ts';

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

/** Commands that behave like Slurm's, that run tasks at once unless told to fail. */
function fakeSlurm(settings: {
  readonly fail?: number;
  readonly reason?: string;
  readonly refuse?: string;
}): void {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const commands = {
    scontrol: 'echo "MaxArraySize = 3"',
    scancel: `echo "$@" >> '${folder}/cancelled'`,
    squeue: settings.reason ? `echo '7|0|PENDING|${settings.reason}'` : ':',
    sbatch: settings.refuse
      ? `echo 'sbatch: error: ${settings.refuse}' >&2; exit 1`
      : `cat > '${folder}/script'
echo "$@" >> '${folder}/submitted'
tries=$(wc -l < '${folder}/submitted')
if [ "$tries" -gt ${settings.fail ?? 0} ]; then
  for flag in "$@"; do case "$flag" in --array=*) array=$(echo "$flag" | sed 's/--array=//; s/%.*//; s/,/ /g');; esac; done
  for task in $array; do SLURM_ARRAY_TASK_ID=$task sh '${folder}/script'; done
fi
echo 7`,
  };
  for (const [name, body] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
}

const weftProgram = [process.execPath, fileURLToPath(new URL('../bin/weft.js', import.meta.url))];

function sweepOnSlurm(options = 'slurm'): Promise<unknown> {
  return runSweep(
    file,
    output,
    loadSweep(file) ?? [],
    runOnSlurm(parseSlurmOptions(options), weftProgram, 1),
    { signal: new AbortController().signal },
  );
}

describe('a sweep on Slurm', () => {
  it('becomes arrays within the largest size, with what the options ask for', async () => {
    fakeSlurm({});
    await sweepOnSlurm('slurm:partition=batch,account=net,time=30,nodes=2');
    const submitted = readFileSync(join(folder, 'submitted'), 'utf8').trim().split('\n');
    expect(submitted.map((line) => /--array=(\S+)/.exec(line)?.[1])).toEqual(['0,1,2%2', '0%2']);
    expect(submitted[0]).toContain('--partition=batch --account=net --time=30');
    expect(index().runs.every(({ finished }: { finished: boolean }) => finished)).toBe(true);
    expect(readdirSync(output).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('submits again what has left no dataset', async () => {
    fakeSlurm({ fail: 2 });
    await sweepOnSlurm();
    expect(readFileSync(join(folder, 'submitted'), 'utf8').trim().split('\n').length).toBe(4);
  });

  it('gives up after three attempts', async () => {
    fakeSlurm({ fail: 100 });
    await expect(sweepOnSlurm()).rejects.toThrow('4 of 4 tasks failed 3 times');
  });

  it('says why tasks will never start, and takes them out of the queue', async () => {
    fakeSlurm({ fail: 100, reason: 'PartitionTimeLimit' });
    await expect(sweepOnSlurm()).rejects.toThrow('will never start them: PartitionTimeLimit');
    expect(readFileSync(join(folder, 'cancelled'), 'utf8').trim()).toBe('7 7');
  });

  it.each([
    ['invalid partition specified: moon', 'sinfo lists the partitions'],
    ['Unable to contact slurm controller (connect failure)', 'controller does not answer'],
  ])('passes on what Slurm refuses: %s', async (refuse, advice) => {
    fakeSlurm({ refuse });
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
  it.each(['slurm:time=0', 'slurm:time=x', 'slurm:partition=a b', 'slurm:partition=', 'slurm:colour=red'])(
    'refuses %s',
    (text) => {
      expect(() => parseSlurmOptions(text)).toThrow('--on');
    },
  );
});
