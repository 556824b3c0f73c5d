import type { Filter } from '@weft/model';
import { queryOfJob } from '../queries/job-rows.ts';
import { spanColumnNames } from './span-columns.ts';

/** Only calls of MPI: regions around them would count their time twice. */
export const callsOfMpi: Filter = { op: 'in', column: 'kind', values: ['mpi'] };

/** The calls of MPI of a job. */
export function querySpans(job: number | null, where: readonly Filter[] = []) {
  return queryOfJob('spans', spanColumnNames, job, [callsOfMpi, ...where]);
}
