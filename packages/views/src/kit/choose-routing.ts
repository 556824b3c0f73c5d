import { createRandom, type Network, type TableFrame } from '@weft/model';
import { type Routing, routerNamed, routers, routingFromRoutes } from '@weft/network';
import type { DatasetInfo } from '../workspace.ts';

/** Larger forwarding tables are computed instead of fetched. */
export const MOST_ROUTES = 4_000_000;

/** Measured tables where there are any, else the router the simulation names, else the usual one. */
export function chooseRouting(
  { manifest }: DatasetInfo,
  network: Network,
  routes: TableFrame<'routes'> | null,
  time: number,
): { routing: Routing; origin: string } {
  if (routes) return { routing: routingFromRoutes(network, routes.columns, time), origin: 'routing table' };
  const named = manifest.provenance
    .map(({ facts }) => facts.routing)
    .find((name) => typeof name === 'string');
  const fits = (name: unknown) =>
    routers.find((router) => router.name === name && router.refuses(network) === null);
  const router = fits(named) ?? fits('d-mod-k') ?? routerNamed('min-hop');
  const routing = router.route(network, { random: createRandom(1), activeHosts: null });
  return { routing, origin: `computed: ${router.name}` };
}
