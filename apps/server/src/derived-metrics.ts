import { type Manifest, queryColumns, trafficMetric, utilisationMetric } from '@weft/model';
import type { Dataset } from '@weft/store';

/** By the dataset as it was opened; one that has changed is opened anew. */
const capacities = new WeakMap<Dataset, Promise<boolean>>();

/** The manifest as the page sees it: with the metrics that follow from others; the first is shown first. */
export async function withDerivedMetrics(dataset: Dataset): Promise<Manifest> {
  const { manifest } = dataset;
  const { metrics } = manifest;
  const counted = trafficMetric(metrics) && (manifest.tables.counters?.rows ?? 0) > 0;
  if (!counted || metrics.some(({ name }) => name === utilisationMetric.name)) return manifest;
  const known = capacities.get(dataset) ?? knowsCapacities(dataset);
  capacities.set(dataset, known);
  known.catch(() => capacities.delete(dataset));
  return (await known) ? { ...manifest, metrics: [utilisationMetric, ...metrics] } : manifest;
}

async function knowsCapacities(dataset: Dataset): Promise<boolean> {
  const known = { op: 'range' as const, column: 'capacity', from: Number.MIN_VALUE, to: Number.MAX_VALUE };
  return (await dataset.read(queryColumns('links', ['capacity'], { where: [known], limit: 1 }))).rows > 0;
}
