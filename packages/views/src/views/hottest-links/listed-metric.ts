import { carriedMetric, type Manifest, type MetricInfo } from '@weft/model';

/** What links carry, else the first amount that was counted. */
export function listedMetric({ metrics }: Manifest): MetricInfo | undefined {
  return carriedMetric(metrics) ?? metrics.find(({ kind }) => kind === 'amount');
}
