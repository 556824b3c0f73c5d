import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ImportOptions, importFiles, runStageTask, type StageRunner } from '@weft/readers';
import { createDataset } from '@weft/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentOf, type DatasetContent } from './dataset-content.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const traces = ['dumpi', 'otf2'].flatMap((format) =>
  readdirSync(join(fixtures, format), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(format, name)),
);
/** As a tracer leaves them that died: a rank is missing, or ends in the middle. */
const damages = {
  'dumpi/masterworker16': (trace: string) => rmSync(fileOf(trace, '-0005.bin')),
  'dumpi/misc6': (trace: string) => halve(fileOf(trace, '-0002.bin')),
  'otf2/p-subcoll16': (trace: string) => rmSync(fileOf(trace, '3.evt')),
  'otf2/ez-bswap2-8': (trace: string) => halve(fileOf(trace, '5.evt')),
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-staged-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Tasks one after the other in this process, each as often as told. */
function runner(sliceBytes: number, attempts = 1): StageRunner {
  return {
    sliceBytes,
    run: async ({ folder: stages, stage, tasks }) => {
      for (const task of tasks) {
        for (let attempt = 0; attempt < attempts; attempt++)
          await runStageTask({ folder: stages, stage, task, threads: 1 });
      }
    },
  };
}

async function importTo(
  name: string,
  trace: string,
  options: ImportOptions,
  resume = false,
): Promise<string> {
  const path = join(folder, name);
  const shared = options.elsewhere ? (resume ? 'resume' : 'new') : undefined;
  const writer = await createDataset(path, { shared });
  try {
    await writer.finish((await importFiles([trace], writer, { keepGoing: true, ...options })).facts);
  } catch (error) {
    await writer.abort({ keep: shared !== undefined });
    throw error;
  }
  return path;
}

/** As one slice, as three, and as many as ranks. */
async function expectSame(trace: string, options: ImportOptions): Promise<DatasetContent> {
  const whole = await contentOf(await importTo('whole.weft', trace, options));
  for (const sliceBytes of [Number.POSITIVE_INFINITY, bytesOf(trace) / 3, 1]) {
    const elsewhere = runner(sliceBytes);
    const staged = await importTo(`slices-${sliceBytes}.weft`, trace, { ...options, elsewhere });
    expect(await contentOf(staged)).toEqual(whole);
    expect(readdirSync(staged).filter((name) => name.startsWith('.'))).toEqual([]);
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  return whole;
}

function filesOf(trace: string): string[] {
  return readdirSync(trace, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

const bytesOf = (trace: string): number => filesOf(trace).reduce((sum, path) => sum + statSync(path).size, 0);

function fileOf(trace: string, end: string): string {
  const found = filesOf(trace).find((path) => path.endsWith(end));
  if (!found) throw new Error(`no file ${end} in ${trace}`);
  return found;
}

function unfinished(): string {
  return readdirSync(folder).find((name) => name.startsWith('.')) ?? '';
}

function halve(path: string): void {
  truncateSync(path, Math.floor(statSync(path).size / 2));
}

describe('an import in stages', () => {
  it.each(traces)('gives the dataset of an import by one process: %s', async (name) => {
    await expectSame(join(fixtures, name), { cpuTimes: name.includes('cputime') });
  });

  it.each(Object.entries(damages))('does so of what is left of %s', async (name, damage) => {
    const trace = join(folder, 'trace');
    cpSync(join(fixtures, name), trace, { recursive: true });
    damage(trace);
    const { manifest } = await expectSame(trace, {});
    expect(manifest.diagnostics).not.toEqual([]);
  });

  it('counts one attempt of a task where several end well', async () => {
    const trace = join(fixtures, traces[0]);
    const whole = await contentOf(await importTo('whole.weft', trace, {}));
    const staged = await importTo('twice.weft', trace, { elsewhere: runner(1, 2) });
    expect(await contentOf(staged)).toEqual(whole);
  });

  it('goes on where it stopped, without the tasks that had ended', async () => {
    const trace = join(fixtures, traces[0]);
    const whole = await contentOf(await importTo('whole.weft', trace, {}));
    const done: string[] = [];
    const limited = (most: number): StageRunner => ({
      sliceBytes: 1,
      run: async ({ folder: stages, stage, tasks }) => {
        for (const task of tasks) {
          if (done.length >= most) throw new Error('the driver dies');
          await runStageTask({ folder: stages, stage, task, threads: 1 });
          done.push(`${stage}-${task}`);
        }
      },
    });
    await expect(importTo('run.weft', trace, { elsewhere: limited(3) })).rejects.toThrow('the driver dies');
    expect(existsSync(join(folder, 'run.weft'))).toBe(false);
    await expect(importTo('run.weft', trace, { elsewhere: limited(99) })).rejects.toMatchObject({
      code: 'UNFINISHED-IMPORT',
    });
    const resumed = await importTo('run.weft', trace, { elsewhere: limited(99) }, true);
    expect(new Set(done).size).toBe(done.length);
    expect(await contentOf(resumed)).toEqual(whole);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is driven by one command at a time, and gone on with when that one has died', async () => {
    const trace = join(fixtures, traces[0]);
    const whole = await contentOf(await importTo('whole.weft', trace, {}));
    const busy: StageRunner = {
      sliceBytes: 1,
      run: async (run) => {
        for (const resume of [true, false]) {
          await expect(importTo('run.weft', trace, { elsewhere: runner(1) }, resume)).rejects.toMatchObject({
            code: 'IMPORT-RUNS',
            message: `process ${process.pid} on ${hostname()} is at work on this dataset`,
          });
        }
        await runner(1).run(run);
        if (run.stage === 'match') throw new Error('dies');
      },
    };
    await expect(importTo('run.weft', trace, { elsewhere: busy })).rejects.toThrow('dies');
    const stages = join(folder, unfinished(), '.stages');
    const claim = (driver: object) => writeFileSync(join(stages, 'driver-1'), JSON.stringify(driver));
    claim({ pid: 1, host: 'another', started: null });
    const resumed = () => importTo('run.weft', trace, { elsewhere: runner(1) }, true);
    await expect(resumed()).rejects.toMatchObject({ code: 'IMPORT-RUNS' });
    utimesSync(join(stages, 'driver-1'), 0, 0);
    expect(await contentOf(await resumed())).toEqual(whole);
    await expect(resumed()).rejects.toMatchObject({
      code: 'DATASET-EXISTS',
      message: 'the import has ended, its dataset is there',
    });
  });

  it('keeps all results where the dataset cannot be put in place', async () => {
    const trace = join(fixtures, traces[0]);
    const whole = await contentOf(await importTo('whole.weft', trace, {}));
    const target = join(folder, 'run.weft');
    const overtaken: StageRunner = {
      sliceBytes: 1,
      run: async (run) => {
        await runner(1).run(run);
        if (run.stage === 'match') cpSync(join(folder, 'whole.weft'), target, { recursive: true });
      },
    };
    await expect(importTo('run.weft', trace, { elsewhere: overtaken })).rejects.toMatchObject({
      code: 'DATASET-EXISTS',
    });
    rmSync(target, { recursive: true });
    const idle: StageRunner = {
      sliceBytes: 1,
      run: () => Promise.reject(new Error('nothing is left to run')),
    };
    expect(await contentOf(await importTo('run.weft', trace, { elsewhere: idle }, true))).toEqual(whole);
    expect(readdirSync(folder).sort()).toEqual(['run.weft', 'whole.weft']);
  });

  it('does not end where another command went on with it', async () => {
    const trace = join(fixtures, traces[0]);
    const slow: StageRunner = {
      sliceBytes: 1,
      run: async (run) => {
        await runner(1).run(run);
        writeFileSync(join(folder, unfinished(), '.stages/driver-2'), '');
      },
    };
    await expect(importTo('run.weft', trace, { elsewhere: slow })).rejects.toMatchObject({
      code: 'IMPORT-TAKEN-OVER',
    });
    expect(existsSync(join(folder, 'run.weft'))).toBe(false);
  });

  it('refuses to go on with other options', async () => {
    const trace = join(fixtures, traces[0]);
    const dies: StageRunner = {
      sliceBytes: 1,
      run: async ({ folder: stages, stage, tasks }) => {
        await runStageTask({ folder: stages, stage, task: tasks[0], threads: 1 });
        throw new Error('dies');
      },
    };
    await expect(importTo('run.weft', trace, { elsewhere: dies })).rejects.toThrow('dies');
    const other = importTo('run.weft', trace, { elsewhere: runner(1e12) }, true);
    await expect(other).rejects.toMatchObject({
      code: 'STAGES-DIFFER',
      advice: expect.stringContaining('same files and options'),
    });
    const archive = join(folder, 'trace.tar');
    execFileSync('tar', ['-cf', archive, '-C', trace, '.']);
    await expect(importTo('run.weft', archive, { elsewhere: dies }, true)).rejects.toMatchObject({
      code: 'STAGES-DIFFER',
      file: expect.stringContaining('trace.tar'),
      message: expect.stringContaining('unpacked anew each time'),
    });
  });
});
