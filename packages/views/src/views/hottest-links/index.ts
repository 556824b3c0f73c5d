import { defineView } from '../../view.ts';
import { listedMetric } from './listed-metric.ts';

export const hottestLinks = defineView({
  id: 'hottest-links',
  title: 'Hottest links',
  help:
    'Each row is a link of the selected time range, levels and directions: its level, its bytes (packets or flits where no bytes were counted), the percent of its capacity in use in its busiest step, and the job that sends most over it. ' +
    'The fullest come first; the bar is the percent, full at 100. ' +
    'Click to select a link (ctrl or shift for several): other panels show the routes through it.',
  hues: ({ jobs }) => (jobs > 1 ? ['job'] : []),
  refuses: ({ manifest }) =>
    manifest.tables.links && manifest.tables.counters && listedMetric(manifest)
      ? null
      : 'No counters of traffic on links here. Import port counters or simulate a scenario.',
  load: () => import('./hottest-links-view.ts'),
});
