import type { CommgramData } from './needs.ts';

interface Awaited extends Pick<CommgramData, 'network' | 'routes' | 'traffic' | 'contention'> {
  /** Whether messages are led along their routes once those are known. */
  readonly routable: boolean;
  /** Whether that has begun. */
  readonly begun: boolean;
  /** The metric of the traffic; null where counters have none of its name. */
  readonly metric: string | null;
}

/** How many rows below a CommGram are on their way. */
export function awaitedRows(awaited: Awaited): number {
  const { network, routes, traffic, contention, routable, begun, metric } = awaited;
  const isRouted = routable && network !== undefined;
  const waits = [
    isRouted && (network === null || routes === null || !begun),
    traffic === null && metric !== null && !(isRouted && metric === 'data_sent'),
    contention === null,
  ];
  return waits.filter(Boolean).length;
}
