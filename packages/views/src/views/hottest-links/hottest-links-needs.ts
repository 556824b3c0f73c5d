import { type AnswerOf, hottestLinks } from '@weft/analysis';
import type { Network, TableFrame } from '@weft/model';
import { type DataRequest, needAnalysis, needNetwork, needTable } from '../../data-request.ts';
import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { listedMetric } from './listed-metric.ts';

export type HottestNeeds = {
  readonly found: DataRequest<AnswerOf<typeof hottestLinks>>;
  readonly network: DataRequest<Network>;
  readonly jobs: DataRequest<TableFrame<'jobs'>>;
};

export function hottestLinksNeeds(
  { manifest }: DatasetInfo,
  _metric: string | null,
  { selection: { time, classes, directions } }: NeedsContext,
): HottestNeeds {
  const listed = listedMetric(manifest);
  const { interval } = manifest;
  const countsBytes = listed?.unit === 'B';
  return {
    found: needAnalysis(hottestLinks, {
      metric: listed?.name ?? '',
      countsBytes,
      interval,
      time,
      classes,
      directions,
    }),
    network: needNetwork(),
    jobs: needTable('jobs', { orderBy: ['id'] }),
  };
}
