import { execFile } from 'node:child_process';
import { WeftError } from '@weft/model';

/** A controller that is busy takes seconds; sbatch itself tries again for a while where it is too busy. */
const SILENCE_MS = 60_000;
/** A queue of very many tasks, each with the sentence that says why it waits. */
const MOST_TEXT = 100e6;

/** One task of an array as the queue lists it. */
export interface QueuedTask {
  readonly job: string;
  readonly task: string;
  readonly state: string;
  /** Why it waits, in Slurm's word. */
  readonly reason: string;
}

/** An array of tasks whose first one is the task of that number of the work. */
export interface SubmittedArray {
  readonly job: string;
  readonly first: number;
}

/** Submits a script as an array; the id of the job. */
export async function submitArray(script: string, flags: readonly string[]): Promise<string> {
  const text = await slurm('sbatch', ['--parsable', ...flags], script);
  const id = /^\d+/.exec(text.trim())?.[0];
  if (id) return id;
  throw new WeftError({
    code: 'SLURM-REFUSED',
    message: `sbatch answered "${text.trim()}" instead of the number of a job`,
    advice: 'Try sbatch by hand.',
  });
}

/** The jobs of this user with that name that wait or run. */
export async function findJobs(name: string): Promise<string[]> {
  const user = String(process.getuid?.() ?? '');
  const text = await squeue('-o', '%F', '-u', user, '-n', name);
  return [...new Set(text.split('\n').filter(Boolean))];
}

/** All tasks of these jobs that wait or run, by one request. */
export async function listQueue(jobs: readonly string[]): Promise<QueuedTask[]> {
  const text = await squeue('-r', '-o', '%F|%K|%T|%r', '-j', jobs.join(',')).catch((error: unknown) => {
    // Jobs that ended long ago are unknown to Slurm: none of them is in the queue.
    if (error instanceof WeftError && error.message.includes('Invalid job id')) return '';
    throw error;
  });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [job, task, state, reason] = line.split('|');
      return { job, task, state, reason };
    });
}

interface PlacedTask {
  readonly job: string;
  readonly task: string;
  /** Where it runs or ran; empty where it never did. */
  readonly node: string;
}

/** All tasks of these jobs that Slurm still knows, also those that have ended. */
export async function listNodes(jobs: readonly string[]): Promise<PlacedTask[]> {
  const text = await squeue('-r', '-t', 'all', '-o', '%F|%K|%N', '-j', jobs.join(','));
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [job, task, node] = line.split('|');
      return { job, task, node };
    });
}

export async function cancelJobs(jobs: readonly string[]): Promise<void> {
  if (jobs.length > 0) await slurm('scancel', jobs);
}

/** A requeued task waits two minutes by default; this lets it start as soon as there is a node. */
export async function startNow({ job, task }: QueuedTask): Promise<void> {
  await slurm('scontrol', ['update', `jobid=${job}_${task}`, 'StartTime=now']);
}

/** The largest index of an array is one less. */
export async function maxArraySize(): Promise<number> {
  const text = await slurm('scontrol', ['show', 'config']);
  return Number(/^MaxArraySize\s*=\s*(\d+)/m.exec(text)?.[1] ?? 1001);
}

/** Also of partitions that are hidden from lists; it would look as if their tasks had ended. */
function squeue(...args: readonly string[]): Promise<string> {
  return slurm('squeue', ['-h', '--all', ...args]);
}

/**
 * A driver that is a job itself has cores of its own, whose number sbatch would hand on to tasks that have others; and who
 * looks at a part of the queue by default must not hide the rest from Weft.
 */
function slurmEnvironment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => name !== 'SLURM_CPUS_PER_TASK' && !name.startsWith('SQUEUE_'),
  );
  return Object.fromEntries(others);
}

function slurm(command: string, args: readonly string[], input?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { encoding: 'utf8', timeout: SILENCE_MS, maxBuffer: MOST_TEXT, env: slurmEnvironment() },
      (error, stdout, stderr) => {
        if (error) reject(error.killed ? noAnswer(command) : slurmError(command, error, stderr));
        else resolve(stdout);
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}

function noAnswer(command: string): WeftError {
  return new WeftError({
    code: 'SLURM-REFUSED',
    message: `${command} gave no answer for ${SILENCE_MS / 1000} s`,
    advice: "Slurm's controller or its authentication (munge) hangs; scontrol ping tells more.",
  });
}

function slurmError(command: string, error: Error, stderr: string): WeftError {
  if ('code' in error && error.code === 'ENOENT') {
    return new WeftError({
      code: 'SLURM-NOT-FOUND',
      message: `there is no ${command} on this machine; Slurm is used by sbatch, squeue, scancel and scontrol`,
      advice: 'Run on a login node of the cluster, or leave out --on.',
    });
  }
  const said = stderr
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\w+: (error: )?/, ''))
    .join('; ');
  return new WeftError({
    code: 'SLURM-REFUSED',
    message: `${command}: ${said || error.message}`,
    advice: adviceFor(said),
  });
}

const advices: readonly (readonly [RegExp, string])[] = [
  [/partition not available/i, 'Name another partition by --on slurm:partition=...; sinfo lists them.'],
  [/invalid partition/i, 'sinfo lists the partitions; name one by --on slurm:partition=...'],
  [/invalid account/i, 'Name an account that may use this partition by --on slurm:account=...'],
  [
    /node configuration is not available/i,
    'No node of the partition has as much memory or as many cores; --memory and --on slurm:cores=... ask for them.',
  ],
  [/policy/i, 'Have fewer tasks by --on slurm:nodes=...,slice=<megabytes>, or ask for less time.'],
  [
    /array specification/i,
    'The site takes shorter arrays than its MaxArraySize says; tell its administrators.',
  ],
  [/time limit/i, 'Ask for less time by --on slurm:time=<minutes>; scontrol show partition tells the limit.'],
  [/unable to contact|timed out on send/i, "Slurm's controller does not answer; scontrol ping tells more."],
  [/munge/i, "Slurm's authentication (munge) does not run on this machine."],
];

function adviceFor(said: string): string {
  return advices.find(([pattern]) => pattern.test(said))?.[1] ?? 'Try the command by hand.';
}
