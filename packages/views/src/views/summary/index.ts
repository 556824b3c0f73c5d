import { TREESCOPE } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const summary = defineView({
  id: 'summary',
  title: 'Summary',
  help:
    'Each box shows how traffic in the active time range spreads over the links of one class and direction: lines reach the least and the most loaded link, the box holds the middle half, the bar in it is the median, the circle the mean. ' +
    'All boxes share one axis, so a level or direction that carries more, or more unevenly, stands out; click a box to keep only its links, ctrl- or shift-click to add another. ' +
    `A box far from its longest line means a few hot links (splits as in ${TREESCOPE}, query T3; box plots per axis as VisTorus asks for).`,
  refuses: (dataset) =>
    dataset.manifest.metrics.length === 0
      ? 'This dataset has no counters per link. Import port counters or simulate a scenario to get some.'
      : null,
  load: () => import('./summary-view.ts'),
});
