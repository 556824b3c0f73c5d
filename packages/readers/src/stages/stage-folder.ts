import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { WeftError } from '@weft/model';
import { syncFolder, weftVersion, writeFileSynced } from '@weft/parts';
import { readStageFile, stageDamaged } from '../stage-file.ts';
import type { StageName } from '../stage-runner.ts';
import { digestOf } from './digest-of.ts';
import type { StageSizes } from './plan-sizes.ts';

/** What all tasks of a trace have in common. */
export interface StagePlan {
  /** Of Weft: a task of another release would not fit. */
  readonly version: string;
  readonly format: string;
  readonly job: number;
  readonly memory: number;
  readonly keepGoing: boolean;
  readonly overview: boolean;
  readonly callNames: readonly string[];
  readonly sizes: StageSizes;
  readonly slices: number;
  /** The partitions of each task of matching. */
  readonly groups: readonly (readonly number[])[];
}

interface StageInput {
  readonly path: string;
  readonly size: number;
  readonly changed: number;
}

/** What a task of a stage takes. */
export interface SliceTask<T> {
  readonly tasks: readonly T[];
  readonly inputs: readonly StageInput[];
}

/** What a task leaves when it has ended well. */
interface StageResult<R> {
  readonly attempt: string;
  readonly result: R;
  /** The lists of the parts that it wrote, with their checksums. */
  readonly lists: Readonly<Record<string, number>>;
}

const CHECKSUM_BYTES = 4;

/** A new name, so that two attempts of one task never touch each other's files. */
export function newAttempt(): string {
  return randomBytes(4).toString('hex');
}

const planFile = (folder: string): string => join(folder, 'plan');
const sliceFile = (folder: string, slice: number): string => join(folder, `slice-${slice}`);
export const operationsPath = (folder: string, slice: number, attempt: string): string =>
  join(folder, `operations-${slice}-${attempt}`);
export const partsFolder = (folder: string, stage: StageName, task: number, attempt: string): string =>
  join(folder, `parts-${stage}-${task}-${attempt}`);
const doneFile = (folder: string, stage: StageName, task: number): string =>
  join(folder, `${stage}-${task}.done`);

/** The value behind its checksum. */
async function writeValue(path: string, value: unknown): Promise<void> {
  const bytes = serialize(value);
  const file = Buffer.alloc(CHECKSUM_BYTES + bytes.length);
  file.writeUInt32LE(crc32(bytes));
  bytes.copy(file, CHECKSUM_BYTES);
  await writeFileSynced(path, file);
}

export async function readPlan(folder: string): Promise<StagePlan> {
  const plan: StagePlan = await readValue(planFile(folder));
  if (plan.version === weftVersion) return plan;
  if (plan.version === undefined) throw stageDamaged(planFile(folder));
  throw new WeftError({
    code: 'OTHER-VERSION',
    message: `the stages were planned by Weft ${plan.version}, this is ${weftVersion}`,
    file: folder,
    advice: 'Use the same Weft on all nodes.',
  });
}

export function readSlice<T>(folder: string, slice: number): Promise<SliceTask<T>> {
  return readValue(sliceFile(folder, slice));
}

/** Makes an attempt the one that counts, unless another was first; tells whether it did. */
export async function claimResult(
  folder: string,
  stage: StageName,
  task: number,
  result: StageResult<unknown>,
): Promise<boolean> {
  const draft = join(folder, `${stage}-${task}-${result.attempt}`);
  await writeValue(draft, result);
  try {
    await link(draft, doneFile(folder, stage, task));
    await syncFolder(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

export function readResult<R>(folder: string, stage: StageName, task: number): Promise<StageResult<R>> {
  return readValue(doneFile(folder, stage, task));
}

/** The tasks of a stage that have ended well. */
export async function finishedTasks(folder: string, stage: StageName): Promise<Set<number>> {
  const names = await readdir(folder);
  const pattern = new RegExp(`^${stage}-(\\d+)\\.done$`);
  return new Set(names.flatMap((name) => pattern.exec(name)?.[1] ?? []).map(Number));
}

/**
 * Plans are made from the trace and the options alone: where the one of an earlier attempt is the same, its results hold.
 * Where it differs they would not fit, which is an error.
 */
export async function preparePlan(
  folder: string,
  plan: StagePlan,
  slices: readonly SliceTask<unknown>[],
): Promise<void> {
  const digest = digestOf([plan, slices]);
  const file = join(folder, 'digest');
  if (await isThere(file)) {
    if ((await readValue(file)) === digest) return;
    throw new WeftError({
      code: 'STAGES-DIFFER',
      message: 'the unfinished import was begun with another trace or other options',
      file: folder,
      advice: 'Use the same files and options with --resume, or begin again with --force.',
    });
  }
  await mkdir(folder, { recursive: true });
  for (const [slice, task] of slices.entries()) await writeValue(sliceFile(folder, slice), task);
  await writeValue(planFile(folder), plan);
  // Whole or not at all: it says that plan and slices are there.
  await writeValue(`${file}.next`, digest);
  await rename(`${file}.next`, file);
  await syncFolder(folder);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** A trace that changes between the stages would give a dataset of two halves. */
export async function checkInputs(inputs: readonly StageInput[]): Promise<void> {
  for (const input of inputs) {
    const now = await inputOf(input.path).catch(() => null);
    if (now?.size === input.size && now.changed === input.changed) continue;
    throw new WeftError({
      code: now ? 'TRACE-CHANGED' : 'TRACE-NOT-SEEN',
      message: now ? 'the file has changed since the import began' : 'this node does not see the file',
      file: input.path,
      advice: now
        ? 'Begin the import again when nothing writes to the trace.'
        : 'The trace and the dataset must lie on a file system that all nodes see under the same path.',
    });
  }
}

export async function inputOf(path: string): Promise<StageInput> {
  const { size, mtimeMs } = await stat(path);
  return { path, size, changed: mtimeMs };
}

async function readValue<V>(path: string): Promise<V> {
  const bytes = await readStageFile(path);
  const value = bytes.subarray(CHECKSUM_BYTES);
  if (bytes.length < CHECKSUM_BYTES || bytes.readUInt32LE() !== crc32(value)) throw stageDamaged(path);
  return deserialize(value);
}
