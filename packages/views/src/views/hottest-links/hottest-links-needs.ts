import { type AnswerOf, hottestLinks } from '@weft/analysis';
import { type Network, type TableFrame, trafficMetric } from '@weft/model';
import { type DataRequest, needAnalysis, needNetwork, needTable } from '../../data-request.ts';
import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';

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
  const metric = trafficMetric(manifest.metrics)?.name ?? '';
  return {
    found: needAnalysis(hottestLinks, { metric, interval: manifest.interval, time, classes, directions }),
    network: needNetwork(),
    jobs: needTable('jobs', { orderBy: ['id'] }),
  };
}
