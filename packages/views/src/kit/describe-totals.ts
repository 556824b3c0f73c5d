import type { Selection } from '@weft/model';
import type { DatasetInfo } from '../workspace.ts';

/** What `fabric.totals` is, for axis titles: `sum of data_sent per link in the active time range`. */
export function describeTotals(dataset: DatasetInfo, selection: Selection): string {
  const metric = selection.metric ?? dataset.manifest.metrics[0]?.name ?? 'traffic';
  return `${selection.aggregate} of ${metric} per link${selection.time ? ' in the time range' : ''}`;
}
