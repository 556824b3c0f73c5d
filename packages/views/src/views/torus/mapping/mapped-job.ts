import type { Selection } from '@weft/model';

/** The first chosen job, or the first of all. */
export function mappedJob({ jobs }: Pick<Selection, 'jobs'>): number {
  return jobs[0] ?? 0;
}
