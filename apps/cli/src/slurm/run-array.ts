import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { WeftError } from '@weft/model';
import { printNote } from '../print.ts';
import {
  cancelJobs,
  findJobs,
  listQueue,
  maxArraySize,
  type QueuedTask,
  type SubmittedArray,
  startNow,
  submitArray,
} from './slurm-commands.ts';
import type { SlurmOptions } from './slurm-options.ts';
import { lastWords, logPattern, nodesWithoutLog } from './task-logs.ts';
import { whyNever, whyWaiting } from './why-waiting.ts';

const ATTEMPTS = 3;
/** The queue may be out of reach for a minute, while its controller is restarted. */
const FAILED_LOOKS = 12;

/** Slurm keeps back tasks that could not be started, as on a node that was cut off and still has the files of the last start. */
const KEPT_BACK = /^(launch failed requeued held|JobHoldMaxRequeue)$/;

interface ArrayWork {
  /** Of the jobs; the work of a driver that died is found by it, so nothing else is called so. */
  readonly name: string;
  /** Program and arguments of a task; its number follows as the last one. */
  readonly command: readonly string[];
  readonly tasks: readonly number[];
  /** A task takes all cores of a node unless the options say how many. */
  readonly wholeNodes: boolean;
  /** Bytes that a task may take, where they are asked for; else the site's default. */
  readonly memory?: number;
  /** For the output of tasks, where all nodes see it; goes when all have ended well. */
  readonly logs: string;
  /** Those of the tasks whose result is there. */
  readonly finished: () => Promise<ReadonlySet<number>>;
  /** The command that makes what is missing when tasks have failed, as it stands within a sentence. */
  readonly goOnBy: string;
  readonly onFinished: () => void;
  readonly signal: AbortSignal;
  /** Milliseconds between two looks at the queue, and at the results, which ask no controller. */
  readonly every: number;
  readonly look: number;
}

/**
 * Runs tasks as Slurm arrays. What counts is the result of a task, not what Slurm says of it: tasks without a result are
 * submitted again, three times in all.
 */
export async function runArray(options: SlurmOptions, work: ArrayWork): Promise<void> {
  await mkdir(work.logs, { recursive: true });
  const most = await maxArraySize();
  const finished = new Set<number>();
  const left = await findJobs(work.name);
  if (left.length > 0) await runOnce(left, work, finished);
  const avoided = new Set<string>();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const missing = missingOf(work, finished);
    if (missing.length === 0) break;
    const arrays = await submitElsewhere(options, work, missing, { most, attempt, avoided });
    await runOnce(
      arrays.map(({ job }) => job),
      work,
      finished,
    );
    const without = await nodesWithoutLog(work.logs, arrays, attempt, missingOf(work, finished));
    for (const node of without) avoided.add(node);
  }
  const failed = missingOf(work, finished);
  if (failed.length > 0) throw await tasksFailed(work, failed, avoided);
  await rm(work.logs, { recursive: true, force: true });
}

interface Submission {
  /** Of the tasks of an array. */
  readonly most: number;
  readonly attempt: number;
  /** Nodes that left nothing of what they ran, not even a log. */
  readonly avoided: ReadonlySet<string>;
}

/** On other nodes than those to avoid, where there are others. */
function submitElsewhere(
  options: SlurmOptions,
  work: ArrayWork,
  tasks: readonly number[],
  submission: Submission,
): Promise<SubmittedArray[]> {
  const submitted = submit(options, work, tasks, submission);
  if (submission.avoided.size === 0) return submitted;
  return submitted.catch(() => submit(options, work, tasks, { ...submission, avoided: new Set() }));
}

/** One array for every range of numbers that an array can have. */
async function submit(
  options: SlurmOptions,
  work: ArrayWork,
  tasks: readonly number[],
  { most, attempt, avoided }: Submission,
): Promise<SubmittedArray[]> {
  const ranges = [...new Set(tasks.map((task) => Math.floor(task / most)))];
  const arrays: SubmittedArray[] = [];
  try {
    for (const range of ranges) {
      const first = range * most;
      const members = tasks.filter((task) => task >= first && task < first + most);
      const array = members.map((task) => task - first).join(',');
      const flags = [
        `--job-name=${work.name}`,
        `--array=${array}${options.nodes ? `%${options.nodes}` : ''}`,
        `--output=${logPattern(work.logs, first, attempt)}`,
        '--requeue',
        ...(avoided.size > 0 ? [`--exclude=${[...avoided].join(',')}`] : []),
        ...(options.partition ? [`--partition=${options.partition}`] : []),
        ...(options.account ? [`--account=${options.account}`] : []),
        ...(options.time ? [`--time=${options.time}`] : []),
        ...coresAsked(options, work),
        ...(work.memory ? [`--mem=${Math.ceil(work.memory / 2 ** 20)}M`] : []),
      ];
      arrays.push({ job: await submitArray(scriptOf(work.command, first), flags), first });
    }
  } catch (error) {
    await cancelJobs(arrays.map(({ job }) => job)).catch(() => undefined);
    throw error;
  }
  return arrays;
}

function coresAsked({ cores }: SlurmOptions, { wholeNodes }: ArrayWork): string[] {
  if (cores) return [`--cpus-per-task=${cores}`];
  return wholeNodes ? ['--exclusive'] : [];
}

function scriptOf(command: readonly string[], first: number): string {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return `#!/bin/sh\nexec ${quoted} "$((${first} + SLURM_ARRAY_TASK_ID))"\n`;
}

/**
 * Waits until none of the jobs is in the queue. Cancels them where the work is cancelled or cannot go on, and where all
 * results are there but jobs are not about to end.
 */
async function runOnce(jobs: readonly string[], work: ArrayWork, finished: Set<number>): Promise<void> {
  let told: string | null = null;
  try {
    for (let failures = 0, needless = 0; needless < 2; ) {
      await nextLook(work, finished, needless > 0);
      const queue = await listQueue(jobs).catch((error: unknown) => {
        if (++failures >= FAILED_LOOKS) throw queueLost(work, error);
        return null;
      });
      if (queue === null) continue;
      failures = 0;
      await noteFinished(work, finished);
      if (queue.length === 0) return;
      if (missingOf(work, finished).length === 0) needless++;
      else await helpOn(queue);
      const reason = whyWaiting(queue);
      if (reason && reason !== told) printNote(`Slurm keeps all tasks waiting: ${reason}`);
      told = reason ?? told;
    }
    await cancelJobs(jobs);
  } catch (error) {
    await cancelJobs(jobs).catch(() => undefined);
    throw error;
  }
}

/** Waits for the next look at the queue; not any longer, unless told so, when all results are there. */
async function nextLook(work: ArrayWork, finished: Set<number>, full: boolean): Promise<void> {
  for (let waited = 0; waited < work.every; waited += work.look) {
    const time = Math.min(work.look, work.every - waited);
    await sleep(time, undefined, { signal: work.signal }).catch(() => work.signal.throwIfAborted());
    await noteFinished(work, finished);
    if (!full && missingOf(work, finished).length === 0) return;
  }
}

function missingOf({ tasks }: ArrayWork, finished: ReadonlySet<number>): number[] {
  return tasks.filter((task) => !finished.has(task));
}

async function noteFinished(work: ArrayWork, finished: Set<number>): Promise<void> {
  const results = await work.finished();
  for (const task of missingOf(work, finished)) {
    if (!results.has(task)) continue;
    finished.add(task);
    work.onFinished();
  }
}

/** Lets tasks start that Slurm would start late, and takes those out that it keeps back: they count as failed. */
async function helpOn(queue: readonly QueuedTask[]): Promise<void> {
  const never = whyNever(queue);
  if (never) throw never;
  const waiting = queue.filter(({ state }) => state === 'PENDING');
  const later = waiting.filter(({ reason }) => reason === 'BeginTime');
  for (const task of later) await startNow(task).catch(() => undefined);
  const keptBack = waiting.filter(({ reason }) => KEPT_BACK.test(reason));
  await cancelJobs(keptBack.map(({ job, task }) => `${job}_${task}`)).catch(() => undefined);
}

function queueLost({ goOnBy, logs }: ArrayWork, error: unknown): WeftError {
  const said = error instanceof WeftError ? error.message : String(error);
  return new WeftError(
    {
      code: 'SLURM-LOST',
      message: `the queue was out of reach ${FAILED_LOOKS} times, one after the other: ${said}`,
      file: logs,
      advice: `Tasks that run go on without it. When Slurm answers again, the ${goOnBy} takes up what they leave.`,
    },
    { cause: error },
  );
}

async function tasksFailed(
  { logs, tasks, goOnBy }: ArrayWork,
  failed: readonly number[],
  avoided: ReadonlySet<string>,
): Promise<WeftError> {
  const words = await lastWords(logs, failed[0]);
  const nodes = avoided.size > 0 ? [...avoided].join(', ') : 'a node';
  return new WeftError({
    code: 'TASKS-FAILED',
    message: `${failed.length} of ${tasks.length} tasks failed ${ATTEMPTS} times, the first of them is ${failed[0]}: ${words ?? `it left no log, as on ${nodes} that does not see the folder`}`,
    file: logs,
    advice: words
      ? `The logs of the tasks are kept there. The ${goOnBy} goes on with what is missing.`
      : `All nodes must see the folder of the dataset under the same path; the ${goOnBy} goes on.`,
  });
}
