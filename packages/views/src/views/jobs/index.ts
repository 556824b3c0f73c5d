import { TREESCOPE } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const jobs = defineView({
  id: 'jobs',
  title: 'Jobs',
  help:
    'Each row is a job with its start, run time, number of nodes (N) and name; its colour is the same in every view. ' +
    'Click to select (ctrl or shift for several): the active time range follows to their run and goes back when they are deselected, unless “range follows jobs” is off; tick “in time range” to see only jobs that ran then. ' +
    `Sort by any column and filter by words, run time or nodes to find who filled a link (${TREESCOPE}, queries T5 and T6).`,
  hues: () => ['job'],
  refuses: (dataset) =>
    dataset.manifest.tables.jobs
      ? null
      : 'This dataset has no job records. Import the scheduler’s log together with the counters.',
  load: () => import('./jobs-view.ts'),
});
