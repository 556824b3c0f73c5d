import { type MetricInfo, type Network, utilisationMetric } from '@weft/model';

/** What one link can carry, in the unit of the chart. */
export interface LinkCapacity {
  /** The most that a link of the chart can have in one step. */
  readonly value: number;
  /** Whether all its links have this capacity; else it is the largest. */
  readonly same: boolean;
}

interface Charted {
  readonly metric: MetricInfo | null;
  /** That counts the bytes of links. */
  readonly traffic: MetricInfo | undefined;
  readonly rate: boolean;
  /** Seconds of one step. */
  readonly step: number;
}

/** Null where capacities are not known, or where the metric is not one of bytes that links carry. */
export function linkCapacity(
  { links }: Network,
  shows: (link: number) => boolean,
  { metric, traffic, rate, step }: Charted,
): LinkCapacity | null {
  if (metric?.name === utilisationMetric.name) return { value: 100, same: true };
  if (!metric || metric.name !== traffic?.name) return null;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let link = 0; link < links.capacity.length; link++) {
    const capacity = links.capacity[link];
    if (capacity < 0) return null;
    // A port that is down carries nothing and limits nothing.
    if (capacity === 0 || !shows(link)) continue;
    if (capacity < least) least = capacity;
    if (capacity > most) most = capacity;
  }
  return most > 0 ? { value: rate ? most : most * step, same: least === most } : null;
}
