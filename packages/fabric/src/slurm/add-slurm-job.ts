import type { FileContext } from '../fabric-reader.ts';
import type { JobFacts } from '../facts/job-facts.ts';
import type { Place } from '../facts/problems.ts';
import { parseZonedTime } from '../time/zoned-time.ts';
import { expandHostlist } from './expand-hostlist.ts';

/** A job as Slurm's commands print it. */
interface SlurmJob {
  readonly id: string;
  readonly name?: string;
  readonly user?: string;
  readonly state?: string;
  readonly start?: string;
  readonly end?: string;
  readonly nodes?: string;
}

const NO_TIME = /^(|Unknown|None|N\/A|\(null\)|0)$/;
const NO_NODES = /^(|None assigned|\(null\)|\(None\)|N\/A)$/;

/** While a job waits or runs, squeue and scontrol print when it may start and must end: that has not happened. */
export function addSlurmJob(job: SlurmJob, facts: JobFacts, context: FileContext, place: Place): void {
  const state = job.state ?? null;
  const waits = /^(PENDING|PD|CONFIGURING|CF)\b/.test(state ?? '');
  const runs = /^(RUNNING|R|SUSPENDED|S|COMPLETING|CG|STOPPED|ST)\b/.test(state ?? '');
  facts.add({
    id: job.id,
    name: text(job.name),
    user: text(job.user),
    state,
    start: waits ? null : timeOf(job.start, job, context, place),
    end: waits || runs ? null : timeOf(job.end, job, context, place),
    hosts: hostsOf(job, context, place),
    place,
  });
}

function text(value: string | undefined): string | null {
  return value === undefined || value === '' || value === '(null)' ? null : value;
}

function timeOf(value = '', job: SlurmJob, { problems, timeZone }: FileContext, place: Place): number | null {
  if (NO_TIME.test(value)) return null;
  const time = parseZonedTime(value, timeZone);
  if (time === null)
    problems.note({
      code: 'BAD-TIME',
      what: 'times of jobs that cannot be read',
      example: `${value} of job ${job.id}`,
      place,
    });
  return time;
}

function hostsOf({ id, nodes = '' }: SlurmJob, { problems }: FileContext, place: Place): readonly string[] {
  if (NO_NODES.test(nodes)) return [];
  const list = expandHostlist(nodes);
  if (list.ok) return list.hosts;
  problems.note({
    code: 'BAD-HOSTLIST',
    what: 'lists of hosts that cannot be read; the jobs are kept without hosts',
    example: `job ${id}: ${list.reason}`,
    place,
  });
  return [];
}
