import type { TableFrame } from '@weft/model';
import { type DataRequest, needTable } from '../../data-request.ts';
import type { DatasetInfo } from '../../workspace.ts';

type JobsRequest = DataRequest<TableFrame<'jobs'>>;
type RanksRequest = DataRequest<TableFrame<'ranks'>>;

/** Without placements (ranks) the number of nodes stays unknown. */
export type JobsNeeds = { jobs: JobsRequest } | { jobs: JobsRequest; ranks: RanksRequest };

export function jobsNeeds({ manifest }: DatasetInfo): JobsNeeds {
  return manifest.tables.ranks
    ? { jobs: needTable('jobs', { orderBy: ['id'] }), ranks: needTable('ranks') }
    : { jobs: needTable('jobs', { orderBy: ['id'] }) };
}
