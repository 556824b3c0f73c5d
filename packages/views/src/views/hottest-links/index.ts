import { trafficMetric } from '@weft/model';
import { defineView } from '../../view.ts';

export const hottestLinks = defineView({
  id: 'hottest-links',
  title: 'Hottest links',
  help:
    'Each row is a link of the selected time range, levels and directions: its level, its bytes, the percent of its capacity in use in its busiest step, and the job that sends most over it. ' +
    'The fullest come first; the bar is the percent, full at 100. ' +
    'Click to select a link (ctrl or shift for several): other panels show the routes through it.',
  refuses: ({ manifest }) =>
    manifest.tables.links && manifest.tables.counters && trafficMetric(manifest.metrics)
      ? null
      : 'No counters of bytes on links here. Import port counters or simulate a scenario.',
  load: () => import('./hottest-links-view.ts'),
});
