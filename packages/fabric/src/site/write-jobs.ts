import { batchFromRows, jobs as jobsTable, NONE, ranks as ranksTable, type TableSink } from '@weft/model';
import type { JobFact, JobFacts } from '../facts/job-facts.ts';
import type { Problems } from '../facts/problems.ts';
import { siteTime } from '../time/site-time.ts';
import type { Site } from './site.ts';

export interface JobCounts {
  readonly jobs: number;
  readonly nodes: number;
}

/** Writes `jobs`, and `ranks` with one row for each host of a job: hosts that nobody knows have no vertex. */
export async function writeJobs(
  facts: JobFacts,
  site: Site,
  origin: number,
  sink: TableSink,
  problems: Problems,
): Promise<JobCounts> {
  const kept = facts.jobs.filter((job) => isInTime(job, origin, problems));
  if (kept.length === 0) return { jobs: 0, nodes: 0 };
  const time = (seconds: number | null): number =>
    seconds === null ? NONE : siteTime(Math.max(seconds, origin), origin);
  for (const job of kept) noteEarlyStart(job, origin, problems);
  const jobs = kept.map(({ id, name, user, state, start, end }, row) => ({
    id: row,
    name: name || id,
    user,
    state,
    start: time(start),
    end: time(end),
  }));
  const ranks = kept.flatMap((job, row) =>
    job.hosts.map((name, rank) => ({ job: row, rank, host: hostOf(name, job, site, problems) })),
  );
  await sink.write('jobs', batchFromRows(jobsTable, jobs));
  if (ranks.length > 0) await sink.write('ranks', batchFromRows(ranksTable, ranks));
  return { jobs: jobs.length, nodes: ranks.length };
}

function hostOf(name: string, job: JobFact, site: Site, problems: Problems): number {
  const [vertex = NONE] = site.hostsNamed(name);
  if (vertex === NONE)
    problems.note({
      code: 'UNKNOWN-HOST',
      what: 'hosts of jobs that the topology does not have; the jobs are kept',
      example: `${name} of job ${job.id}`,
      place: job.place,
    });
  return vertex;
}

function isInTime(job: JobFact, origin: number, problems: Problems): boolean {
  const last = job.end ?? job.start;
  if (last === null || last >= origin) return true;
  problems.note({
    code: 'TOO-EARLY',
    what: 'jobs that ended more than 104 days before the last time of the data, left out',
    example: `job ${job.id}`,
    place: job.place,
  });
  return false;
}

function noteEarlyStart({ id, start, place }: JobFact, origin: number, problems: Problems): void {
  if (start === null || start >= origin) return;
  problems.note({
    code: 'EARLY-START',
    what: 'jobs that began more than 104 days before the last time of the data: they begin at time 0',
    example: `job ${id}`,
    place,
  });
}
