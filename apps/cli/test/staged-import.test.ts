import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ImportOptions, importFiles, runStageTask, type StageRunner } from '@weft/readers';
import { createDataset } from '@weft/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentOf } from './dataset-content.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const traces = ['dumpi', 'otf2'].flatMap((format) =>
  readdirSync(join(fixtures, format), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(fixtures, format, name)),
);

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

describe('an import in stages', () => {
  // As many slices as ranks; every third trace also as one slice and as some.
  const cases = traces.map((trace, at) => [trace, at % 3 === 0 ? [1e12, 100_000, 1] : [1]] as const);

  it.each(cases)('gives the dataset of an import by one process: %s', async (trace, sizes) => {
    const whole = await contentOf(await importTo('whole.weft', trace, {}));
    for (const sliceBytes of sizes) {
      const staged = await importTo(`slices-${sliceBytes}.weft`, trace, { elsewhere: runner(sliceBytes) });
      expect(await contentOf(staged)).toEqual(whole);
      expect(readdirSync(staged).filter((name) => name.startsWith('.'))).toEqual([]);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('counts one attempt of a task where several end well', async () => {
    const [trace] = traces;
    const whole = await contentOf(await importTo('whole.weft', trace, {}));
    const staged = await importTo('twice.weft', trace, { elsewhere: runner(1, 2) });
    expect(await contentOf(staged)).toEqual(whole);
  });

  it('goes on where it stopped, without the tasks that had ended', async () => {
    const [trace] = traces;
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

  it('refuses to go on with other options', async () => {
    const [trace] = traces;
    const dies: StageRunner = { sliceBytes: 1, run: () => Promise.reject(new Error('dies')) };
    await expect(importTo('run.weft', trace, { elsewhere: dies })).rejects.toThrow('dies');
    const other = importTo('run.weft', trace, { elsewhere: runner(1e12) }, true);
    await expect(other).rejects.toMatchObject({ code: 'STAGES-DIFFER' });
  });
});
