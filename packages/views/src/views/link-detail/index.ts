import { TREESCOPE } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const linkDetail = defineView({
  id: 'link-detail',
  title: 'Who fills this link?',
  help:
    'Choose a link in any view: the bar divides its bytes in the active time range among the jobs that sent them, and what no job explains is said as such, so that all parts add up to the counter. ' +
    'Open a job to see its pairs of ranks and its calls, where messages are known; the chart below shows the link over the whole run with the runs of these jobs under it. ' +
    `Where only counters and jobs exist, the list holds candidates: jobs whose routes cross the link in that time, with no claim about what they sent (beyond ${TREESCOPE}, which shows routes of jobs and ports, T7 to T9).`,
  hues: () => ['job'],
  refuses: ({ manifest }) =>
    (manifest.tables.links?.rows ?? 0) === 0
      ? 'This dataset has no network. Import a fabric, or simulate a scenario, to see its links.'
      : null,
  load: () => import('./link-detail-view.ts'),
});
