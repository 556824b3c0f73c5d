import { readFile } from 'node:fs/promises';
import { WeftError } from '@weft/model';
import type { FabricReader, FileContext } from '../fabric-reader.ts';
import type { JobFacts } from '../facts/job-facts.ts';
import { addSlurmJob } from './add-slurm-job.ts';

/** What `squeue --json` and `sacct --json` print. */
export const slurmJsonReader: FabricReader = {
  name: 'slurm-json',
  title: 'Slurm jobs (squeue --json, sacct --json)',
  tells: 'jobs',
  detect: ({ head }) => {
    const text = Buffer.from(head).toString('utf8');
    return text.trimStart().startsWith('{') &&
      /"Slurm"\s*:|"jobs"\s*:\s*\[\s*\{\s*"(account|job_id)"/i.test(text)
      ? 'yes'
      : 'no';
  },
  read: (context, { jobs }) => readJobs(context, jobs),
};

type Json = Readonly<Record<string, unknown>>;

async function readJobs(context: FileContext, facts: JobFacts): Promise<void> {
  const { file } = context;
  const jobs = field(parse(await readFile(file.path, 'utf8'), file.origin), 'jobs');
  if (!Array.isArray(jobs)) throw notJobs(file.origin, 'there is no list of jobs in it');
  for (const [at, job] of jobs.entries()) {
    if (typeof job !== 'object' || job === null) throw notJobs(file.origin, `job ${at} is no object`);
    addJob(job as Json, facts, context);
  }
}

function addJob(job: Json, facts: JobFacts, context: FileContext): void {
  const array = number(job.array_job_id ?? field(job.array, 'job_id'));
  const task = number(job.array_task_id ?? field(job.array, 'task_id'));
  const own = String(number(job.job_id) ?? '');
  const time = (name: string): string => String(number(job[`${name}_time`] ?? field(job.time, name)) ?? '');
  addSlurmJob(
    {
      id: array && task !== null ? `${array}_${task}` : own,
      name: word(job.name),
      user: word(job.user_name) ?? word(job.user),
      state: stateOf(job),
      start: time('start'),
      end: time('end'),
      nodes: word(job.nodes),
    },
    facts,
    context,
    { file: context.file.origin },
  );
}

/** A word, a list of words, or an object with a current one, by version. */
function stateOf(job: Json): string | undefined {
  const state = job.job_state ?? field(job.state, 'current');
  return Array.isArray(state) ? word(state[0]) : word(state);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Json)[name] : undefined;
}

/** A number, or by newer versions `{ set, number }`. */
function number(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const inner = field(value, 'number');
  return field(value, 'set') === true && typeof inner === 'number' ? inner : null;
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJobs(file, error instanceof Error ? error.message : String(error));
  }
}

function notJobs(file: string, reason: string): WeftError {
  return new WeftError({
    code: 'BAD-JSON',
    message: `the list of jobs cannot be read: ${reason}`,
    file,
    advice: 'Print it again with squeue --json or sacct --json.',
  });
}
