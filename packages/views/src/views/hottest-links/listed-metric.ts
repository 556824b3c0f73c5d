import { type Manifest, type MetricInfo, trafficMetric } from '@weft/model';

/** Bytes where they were counted, else the first amount: packets, flits ... */
export function listedMetric({ metrics }: Manifest): MetricInfo | undefined {
  return trafficMetric(metrics) ?? metrics.find(({ kind }) => kind === 'amount');
}
