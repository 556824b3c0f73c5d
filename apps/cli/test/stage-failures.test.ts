import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { importFiles, runStageTask, type StageRunner } from '@weft/readers';
import { createDataset } from '@weft/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const fixture = fileURLToPath(new URL('../../../fixtures/dumpi/bswap8', import.meta.url));

let folder: string;
let trace: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-failures-'));
  trace = join(folder, 'trace');
  cpSync(fixture, trace, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Moment = 'before decode' | 'after decode' | 'before match';

/** Spoils something at one moment of an import in slices. */
function spoiled(when: Moment, spoil: (stages: string) => void): StageRunner {
  return {
    sliceBytes: 20_000,
    run: async ({ folder: stages, stage, tasks }) => {
      if (when === `before ${stage}`) spoil(stages);
      for (const task of tasks) await runStageTask({ folder: stages, stage, task, threads: 1 });
      if (when === `after ${stage}`) spoil(stages);
    },
  };
}

async function importWith(elsewhere: StageRunner, shared: 'new' | 'resume' = 'new'): Promise<void> {
  const writer = await createDataset(join(folder, 'run.weft'), { shared });
  try {
    await writer.finish((await importFiles([trace], writer, { elsewhere })).facts);
  } catch (error) {
    await writer.abort({ keep: true });
    throw error;
  }
}

const pathOf = (place: string, pattern: RegExp): string => {
  const name = readdirSync(place, { recursive: true, encoding: 'utf8' }).find((other) => pattern.test(other));
  if (!name) throw new Error(`${place} has no file like ${pattern}`);
  return join(place, name);
};

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] ^= 0x10;
  writeFileSync(path, bytes);
}

/** Rows that are one more or less, in what can still be read. */
function flipDigit(path: string): void {
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(/"rows":(\d)/, (_, digit) => `"rows":${Number(digit) ^ 1}`),
  );
}

function rewritePlan(stages: string): void {
  const path = join(stages, 'plan');
  const bytes = serialize({ ...deserialize(readFileSync(path).subarray(4)), version: '0.0.1' });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(bytes));
  writeFileSync(path, Buffer.concat([checksum, bytes]));
}

const INDEX = /operations-0-\w+\.index$/;
const LIST = /parts-decode-0-.*\.json$/;
const OPERATIONS = /operations-0-\w{8}$/;

const cases: readonly (readonly [string, Moment, (stages: string) => void, string, RegExp])[] = [
  ['another Weft on a node', 'before decode', rewritePlan, 'OTHER-VERSION', /job-0$/],
  ['a damaged plan', 'before decode', (at) => flip(join(at, 'plan')), 'STAGE-DAMAGED', /plan$/],
  ['an empty plan', 'before decode', (at) => truncateSync(join(at, 'plan')), 'STAGE-DAMAGED', /plan$/],
  [
    'a slice in the place of the plan',
    'before decode',
    (at) => copyFileSync(join(at, 'slice-0'), join(at, 'plan')),
    'STAGE-DAMAGED',
    /plan$/,
  ],
  ['a plan not seen', 'before decode', (at) => rmSync(join(at, 'plan')), 'STAGE-MISSING', /plan$/],
  ['a damaged slice', 'before decode', (at) => flip(join(at, 'slice-0')), 'STAGE-DAMAGED', /slice-0$/],
  ['a trace not seen', 'before decode', () => rmSync(pathOf(trace, /0003/)), 'TRACE-NOT-SEEN', /0003/],
  [
    'a changed trace',
    'before decode',
    () => appendFileSync(pathOf(trace, /0003/), 'x'),
    'TRACE-CHANGED',
    /0003/,
  ],
  [
    'a damaged result',
    'before match',
    (at) => flip(pathOf(at, /decode-0\.done/)),
    'STAGE-DAMAGED',
    /decode-0/,
  ],
  ['a damaged index', 'before match', (at) => flip(pathOf(at, INDEX)), 'STAGE-DAMAGED', INDEX],
  ['an index cut off', 'before match', (at) => truncateSync(pathOf(at, INDEX), 91), 'STAGE-DAMAGED', INDEX],
  ['an index not seen', 'before match', (at) => rmSync(pathOf(at, INDEX)), 'STAGE-MISSING', INDEX],
  ['damaged operations', 'before match', (at) => flip(pathOf(at, OPERATIONS)), 'STAGE-DAMAGED', OPERATIONS],
  [
    'operations cut off',
    'before match',
    (at) => truncateSync(pathOf(at, OPERATIONS), 99),
    'STAGE-DAMAGED',
    OPERATIONS,
  ],
  [
    'a damaged list',
    'after decode',
    (at) => truncateSync(pathOf(at, /\.json$/), 9),
    'STAGE-DAMAGED',
    /\.json$/,
  ],
  ['a list of other parts', 'after decode', (at) => flipDigit(pathOf(at, LIST)), 'STAGE-DAMAGED', /\.json$/],
  ['a list not seen', 'after decode', (at) => rmSync(pathOf(at, LIST)), 'STAGE-MISSING', /\.json$/],
  [
    'parts not seen',
    'after decode',
    (at) => rmSync(pathOf(at, /parts-decode-0-\w{8}$/), { recursive: true }),
    'STAGE-MISSING',
    /parts-decode-0/,
  ],
  [
    'a part cut off',
    'after decode',
    (at) => truncateSync(pathOf(at, /\.parquet$/), 9),
    'PART-DAMAGED',
    /\.parquet$/,
  ],
];

describe('an import in stages', () => {
  it.each(cases)('names what it met, where, and what to do: %s', async (_, when, spoil, code, file) => {
    await expect(importWith(spoiled(when, spoil))).rejects.toMatchObject({
      code,
      file: expect.stringMatching(file),
      advice: expect.stringMatching(/^[A-Z].+\.$/),
    });
    expect(readdirSync(folder)).not.toContain('run.weft');
  });

  it('does not go on with a trace that has changed', async () => {
    const dies = spoiled('after decode', () => {
      throw new Error('the driver dies');
    });
    await expect(importWith(dies)).rejects.toThrow('the driver dies');
    appendFileSync(pathOf(trace, /0003/), 'x');
    await expect(importWith(dies, 'resume')).rejects.toMatchObject({ code: 'STAGES-DIFFER' });
  });

  it('tells a damaged folder of stages from one of another trace', async () => {
    const dies = spoiled('after decode', (at) => {
      flip(join(at, 'digest'));
      throw new Error('the driver dies');
    });
    await expect(importWith(dies)).rejects.toThrow('the driver dies');
    await expect(importWith(dies, 'resume')).rejects.toMatchObject({
      code: 'STAGE-DAMAGED',
      file: expect.stringMatching(/digest$/),
    });
  });

  it('leaves nothing where no task has begun', async () => {
    const refused: StageRunner = { sliceBytes: 1, run: () => Promise.reject(new Error('no sbatch')) };
    await expect(importWith(refused)).rejects.toThrow('no sbatch');
    expect(readdirSync(folder)).toEqual(['trace']);
  });

  it('keeps a task from writing where the import has ended', async () => {
    let late = '';
    await importWith(
      spoiled('after decode', (stages) => {
        late = stages;
      }),
    );
    await expect(runStageTask({ folder: late, stage: 'decode', task: 0, threads: 1 })).rejects.toMatchObject({
      code: 'STAGE-MISSING',
    });
    expect(readdirSync(folder).sort()).toEqual(['run.weft', 'trace']);
  });
});
