import { type DataRequest, needTable, type TableFrame } from '../../data-request.ts';
import { TREESCOPE } from '../../papers.ts';
import { defineView } from '../../view.ts';
import { Jobs } from './jobs.tsx';

type JobsRequest = DataRequest<TableFrame<'jobs'>>;
type RanksRequest = DataRequest<TableFrame<'ranks'>>;

/** Without placements (ranks) the number of nodes stays unknown. */
export type JobsNeeds = { jobs: JobsRequest } | { jobs: JobsRequest; ranks: RanksRequest };

export const jobs = defineView<JobsNeeds>({
  id: 'jobs',
  title: 'Jobs',
  help:
    'Each row is a job with its start, run time, number of nodes (N) and name; its colour is the same in every view. ' +
    'Click to select (ctrl or shift for several): the active time range follows to their run and goes back when they are deselected, unless “range follows jobs” is off; tick “in time range” to see only jobs that ran then. ' +
    `Sort by any column and filter by words, run time or nodes to find who filled a link (${TREESCOPE}, queries T5 and T6).`,
  refuses: (dataset) =>
    dataset.manifest.tables.jobs
      ? null
      : 'This dataset has no job records. Import the scheduler’s log together with the counters.',
  needs: (dataset) =>
    dataset.manifest.tables.ranks
      ? { jobs: needTable('jobs', { orderBy: ['id'] }), ranks: needTable('ranks') }
      : { jobs: needTable('jobs', { orderBy: ['id'] }) },
  Component: Jobs,
});
