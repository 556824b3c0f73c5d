import type { Selection } from '@weft/model';
import type { DatasetInfo } from '../workspace.ts';

/** What `linkValues.totals` is, for axis titles: `sum of data_sent per link`, `wait / data_sent per link, of each sum`. */
export function describeTotals(dataset: DatasetInfo, selection: Selection, difference = false): string {
  return difference ? `B − A: ${describe(dataset, selection)}` : describe(dataset, selection);
}

function describe(dataset: DatasetInfo, selection: Selection): string {
  const { metrics } = dataset.manifest;
  const metric = selection.metric ?? metrics[0]?.name ?? 'traffic';
  const level = metrics.find(({ name }) => name === metric)?.kind === 'gauge';
  const when = selection.time ? ' in the time range' : '';
  if (metric.startsWith('='))
    return `${metric.slice(1).trim()} per link, of each ${selection.aggregate}${when}`;
  // Levels do not add up over time.
  const aggregate = level && selection.aggregate !== 'max' ? 'mean' : selection.aggregate;
  return `${aggregate} of ${metric} per link${when}`;
}
