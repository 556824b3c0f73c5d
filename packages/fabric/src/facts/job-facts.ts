import type { Place, Problems } from './problems.ts';

export interface JobFact {
  /** As the scheduler calls it: 16, 4_0, 19+1. */
  readonly id: string;
  readonly name: string | null;
  readonly user: string | null;
  readonly state: string | null;
  /** Unix time in seconds; null = not yet, or not known. */
  readonly start: number | null;
  readonly end: number | null;
  /** Names of hosts, in the order of the list. */
  readonly hosts: readonly string[];
  readonly place: Place;
}

/** What the files say about jobs. */
export class JobFacts {
  private readonly byRun = new Map<string, JobFact>();
  private readonly problems: Problems;

  constructor(problems: Problems) {
    this.problems = problems;
  }

  get jobs(): readonly JobFact[] {
    return [...this.byRun.values()];
  }

  /** Of two records of one run the one with its end is kept. A job that ran again is another run. */
  add(job: JobFact): void {
    const key = `${job.id} ${job.start}`;
    const known = this.byRun.get(key);
    if (!known || (known.end === null && job.end !== null)) this.byRun.set(key, job);
    if (!known) return;
    this.problems.note({
      code: 'DUPLICATE-JOB',
      what: 'jobs that are listed twice, kept once',
      example: job.id,
      place: job.place,
    });
  }
}
