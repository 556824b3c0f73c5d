import { mkdir } from 'node:fs/promises';
import type { Batch, TableName, Tables, WorkContext } from '@weft/model';
import { createPartWriter, listChecksums } from '@weft/parts';
import { dumpiWork } from '../dumpi/dumpi-work.ts';
import { HostRegistry } from '../host-registry.ts';
import type { MatchCounts, MatchTask } from '../matching/index.ts';
import { addCounts, emptyCounts } from '../matching/match-partition.ts';
import { otf2Work } from '../otf2/otf2-work.ts';
import type { StageName } from '../stage-runner.ts';
import { OperationsFile, readIndex } from '../stages/operations-file.ts';
import {
  checkInputs,
  claimResult,
  newAttempt,
  operationsPath,
  partsFolder,
  readPlan,
  readResult,
  readSlice,
  type StagePlan,
} from '../stages/stage-folder.ts';
import { type FormatWork, TraceThreads } from '../trace-threads/index.ts';

/** What every format has for its stages; tasks and results of decoding are the format's own. */
type StagedKinds = {
  readonly decode: { readonly task: unknown; readonly result: unknown };
  readonly match: { readonly task: MatchTask; readonly result: MatchCounts };
};

/** One attempt of a task, with the result it leaves. */
type Attempt = (task: StageTask, plan: StagePlan, attempt: string) => Promise<unknown>;

const formats: Readonly<Record<string, Readonly<Record<StageName, Attempt>>>> = {
  dumpi: attemptsOf(dumpiWork),
  otf2: attemptsOf(otf2Work),
};

interface StageTask extends WorkContext {
  readonly folder: string;
  readonly stage: StageName;
  readonly task: number;
  readonly threads: number;
}

/** One task of a stage, wherever it runs. Its result counts if no other attempt was first. */
export async function runStageTask(task: StageTask): Promise<void> {
  const plan = await readPlan(task.folder);
  const attempt = newAttempt();
  const result = await formats[plan.format][task.stage](task, plan, attempt);
  const lists = await listChecksums(partsFolder(task.folder, task.stage, task.task, attempt));
  await claimResult(task.folder, task.stage, task.task, { attempt, result, lists });
}

function attemptsOf<K extends StagedKinds>(work: FormatWork<K>): Record<StageName, Attempt> {
  return {
    decode: (...attempt) => decodeSlice(work, ...attempt),
    match: (...attempt) => matchGroup(work, ...attempt),
  };
}

async function decodeSlice<K extends StagedKinds>(
  work: FormatWork<K>,
  task: StageTask,
  plan: StagePlan,
  attempt: string,
): Promise<unknown[]> {
  const { tasks, inputs } = await readSlice<K['decode']['task']>(task.folder, task.task);
  await checkInputs(inputs);
  const operations = await OperationsFile.create(operationsPath(task.folder, task.task, attempt));
  try {
    const inputBytes = inputs.reduce((sum, { size }) => sum + size, 0);
    const results = await withThreads(work, task, plan, attempt, inputBytes, (threads) =>
      threads.runAll('decode', tasks, (chunks) => operations.add(chunks)),
    );
    await operations.finish();
    await checkInputs(inputs);
    return results;
  } catch (error) {
    await operations.abandon();
    throw error;
  }
}

async function matchGroup<K extends StagedKinds>(
  work: FormatWork<K>,
  task: StageTask,
  plan: StagePlan,
  attempt: string,
): Promise<MatchCounts> {
  const files: string[] = [];
  for (let slice = 0; slice < plan.slices; slice++) {
    const done = await readResult(task.folder, 'decode', slice);
    files.push(operationsPath(task.folder, slice, done.attempt));
  }
  const partitions = new Set(plan.groups[task.task]);
  const indexes = await Promise.all(
    files.map((path, file) => readIndex(path, file, (partition) => partitions.has(partition))),
  );
  const chunks = indexes.flat();
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  const tasks = [...partitions].map((partition) => ({
    job: plan.job,
    partition,
    callNames: plan.callNames,
    files,
    chunks: chunks.filter((chunk) => chunk.partition === partition),
  }));
  const counts = emptyCounts();
  const results = await withThreads(work, task, plan, attempt, bytes, (threads) =>
    threads.runAll(
      'match',
      tasks.filter((one) => one.chunks.length > 0),
    ),
  );
  for (const one of results) addCounts(counts, one);
  return counts;
}

/** Runs work in threads that write parts under the name of this attempt. */
async function withThreads<K extends StagedKinds, R>(
  format: FormatWork<K>,
  { folder, stage, task, threads: count, signal, onProgress }: StageTask,
  { job, memory, keepGoing, overview, sizes }: StagePlan,
  attempt: string,
  inputBytes: number,
  work: (threads: TraceThreads<K>) => Promise<R>,
): Promise<R> {
  const parts = partsFolder(folder, stage, task, attempt);
  const name = `job-${job}-${stage}-${task}-${attempt}`;
  await mkdir(parts);
  const writer = await createPartWriter(parts, { part: name, overview, growth: sizes.partGrowth });
  const threads = new TraceThreads<K>({
    ...format,
    sink: { write: <N extends TableName>(table: N, batch: Batch<Tables[N]>) => writer.write(table, batch) },
    place: { folder: parts, name, growth: sizes.partGrowth },
    inputBytes,
    options: {
      keepGoing,
      memory,
      threads: Math.min(count, Math.max(1, Math.floor(inputBytes / sizes.threadBytes[stage]))),
      spans: true,
      overview,
      job,
      hosts: new HostRegistry(),
      signal,
      onProgress,
    },
  });
  try {
    const result = await work(threads);
    await threads.finish();
    await writer.finish();
    return result;
  } catch (error) {
    await writer.abort();
    throw error;
  } finally {
    await threads.close();
  }
}
