import type { SumQuery } from '@weft/model';
import { jobFilter } from './job-rows.ts';

/** The highest rank of a job that was placed, as `most_rank`. */
export function rankedQuery(job: number): SumQuery<'ranks', never, never, never> {
  return { table: 'ranks', by: [], sums: [], most: ['rank'], where: jobFilter(job) };
}
