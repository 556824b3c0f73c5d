import { TREESCOPE } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const timeChart = defineView({
  id: 'time-chart',
  title: 'Time',
  help:
    'Each point is the busiest link, or the mean over all links, in one time step of the chosen metric. ' +
    'Drag over the chart to set the active time range that every other view shows; drag its handles to adjust it, double-click to clear it, turn the wheel to zoom. ' +
    `Split the lines by level and direction to see where in the fabric a peak lies (${TREESCOPE}, queries T1 and T3).`,
  refuses: (dataset) =>
    dataset.manifest.metrics.length === 0
      ? 'This dataset has no counters over time. Import port counters or simulate a scenario to get some.'
      : null,
  load: () => import('./time-chart-view.ts'),
});
