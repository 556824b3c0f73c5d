import { routingFromRoutes } from '@weft/network';
import type { Dataset } from '@weft/store';
import { checkRoutes } from './check-routes.ts';

/** Tables of more rows are left to `weft route --check`. */
const MOST_ROWS = 4_000_000;
const MOST_DESTINATIONS = 20;

type RoutesFound = ReturnType<typeof checkRoutes> & {
  /** Faulty destinations beyond those listed. */
  readonly others: number;
};

/** Whether all pairs of hosts reach each other by the first forwarding tables of a dataset; null where it has none, or too many rows. */
export async function datasetRoutes(dataset: Dataset): Promise<RoutesFound | null> {
  const { tables, timeRange } = dataset.manifest;
  const rows = tables.routes?.rows ?? 0;
  if (rows === 0 || rows > MOST_ROWS) return null;
  const network = await dataset.network();
  if (!network) return null;
  const { columns } = await dataset.readTable('routes');
  const found = checkRoutes(routingFromRoutes(network, columns, timeRange?.[0] ?? 0));
  const destinations = found.destinations.slice(0, MOST_DESTINATIONS);
  return { ...found, destinations, others: found.destinations.length - destinations.length };
}
