import { TREESCOPE } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const compare = defineView({
  id: 'compare',
  title: 'What changed',
  help:
    'Each row is a link with its total on side A and on side B of the comparison, the difference B − A, and what that is relative to A; the largest change stands first. ' +
    'Switch to “Statistics” to see the largest, the mean, the total, the number of links used and the unevenness of every class and direction on both sides; click a column to sort by it, click a link to see it in every view. ' +
    `Choose what to compare in the top bar: another dataset of the same network, another time range, or another job (two data sets side by side as in ${TREESCOPE}, section 6).`,
  refuses: (dataset) =>
    dataset.manifest.metrics.length === 0
      ? 'This dataset has no counters per link. Import port counters or simulate a scenario to get some.'
      : null,
  load: () => import('./compare-view.ts'),
});
