import type { Place } from './problems.ts';

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
  readonly jobs: JobFact[] = [];
}
