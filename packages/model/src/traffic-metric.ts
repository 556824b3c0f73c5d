import type { MetricInfo } from './manifest.ts';

/** The metric that counts the bytes a link carries: `data_sent`, or the first amount of bytes. */
export function trafficMetric(metrics: readonly MetricInfo[]): MetricInfo | undefined {
  const amounts = metrics.filter(({ unit, kind }) => unit === 'B' && kind === 'amount');
  return amounts.find(({ name }) => name === 'data_sent') ?? amounts[0];
}

/** Units of counters that tell of faults or times rather than of traffic. */
const NO_TRAFFIC = ['count', 'ns', ''];

/** What is counted of the traffic of links: bytes, or the first amount of packets, flits, routes ... where bytes are not. */
export function carriedMetric(metrics: readonly MetricInfo[]): MetricInfo | undefined {
  const carried = ({ unit, kind }: MetricInfo) => kind === 'amount' && !NO_TRAFFIC.includes(unit);
  return trafficMetric(metrics) ?? metrics.find(carried);
}

/** Derived where links have capacities: bytes of a step over what the link could carry in it. Not in `counters`. */
export const utilisationMetric: MetricInfo = {
  name: 'utilisation',
  unit: '%',
  kind: 'gauge',
  doc: 'bytes of each step in percent of what the link could carry in it; 0 where its capacity is not known; a run that ends within its last step is idle for the rest of it',
};
