import { TREESCOPE } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const histogram = defineView({
  id: 'histogram',
  title: 'Distribution',
  help:
    'Each bar counts the links whose traffic in the active time range falls between two values; coloured links are in the selection, grey ones are not. ' +
    'Drag over the bars to keep only links in that range of traffic, or switch to “outside” to keep the rest; the other views follow at once. ' +
    `Stack the bars by level and direction to see which part of the fabric is hot (${TREESCOPE}, queries T2 to T4).`,
  refuses: (dataset) =>
    dataset.manifest.metrics.length === 0
      ? 'This dataset has no counters per link. Import port counters or simulate a scenario to get some.'
      : null,
  load: () => import('./histogram-view.ts'),
});
