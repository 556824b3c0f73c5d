import { createRandom, type Manifest, type Network } from '@weft/model';
import { assumedRouting, type Routing, routers, routingFromRoutes } from '@weft/network';
import { rowsOf } from '../situation.ts';
import type { LinkSource } from './link-source.ts';

/** The host of each rank of each job. */
export type HostsOfJobs = ReadonlyMap<number, readonly number[]>;

interface PresentRouting {
  readonly routing: Routing;
  /** The router that made the tables, where it is known. */
  readonly router: string | null;
  /** Where the routes come from, in words. */
  readonly origin: string;
}

/** The tables of the dataset; else those of the router of its simulation; else the routes to assume. */
export async function presentRouting(
  dataset: LinkSource,
  network: Network,
  hosts: HostsOfJobs,
  time: readonly [number, number] | null,
): Promise<PresentRouting> {
  const { manifest } = dataset;
  const router = routerOf(manifest);
  if (rowsOf(manifest, 'routes') > 0) {
    const at = time?.[0] ?? manifest.timeRange?.[0] ?? 0;
    const { columns } = await dataset.readTable('routes');
    return {
      routing: routingFromRoutes(network, columns, at),
      router,
      origin: 'forwarding tables of the dataset',
    };
  }
  const computed = router === null ? null : routeAnew(network, router, hosts, manifest);
  if (computed) return { routing: computed, router, origin: `routes computed again by ${router}` };
  const routing = assumedRouting(network);
  return { routing, router: routing.name, origin: `assumed routes: ${routing.name}` };
}

/** The routes that a router makes for a network and the jobs on it; null where it refuses. */
export function routeAnew(
  network: Network,
  router: string,
  hosts: HostsOfJobs,
  manifest: Manifest,
): Routing | null {
  const found = routers.find(({ name }) => name === router);
  if (!found || found.refuses(network) !== null) return null;
  const jobHosts = [...hosts.entries()]
    .sort((a, b) => a[0] - b[0])
    .map(([, list]) => Int32Array.from(list.filter((host) => host >= 0)));
  const activeHosts = Int32Array.from(new Set(jobHosts.flatMap((list) => [...list]))).sort();
  const random = createRandom(`${seedOf(manifest)}/routing/0`);
  return found.route(network, { random, activeHosts, jobHosts });
}

/** The router of a simulation with one routing. */
function routerOf({ provenance }: Manifest): string | null {
  const routing = provenance.find(({ kind }) => kind === 'simulation')?.facts.routing;
  return typeof routing === 'string' ? routing : null;
}

function seedOf({ provenance }: Manifest): string {
  const seed = provenance.find(({ kind }) => kind === 'simulation')?.facts.seed;
  return String(seed ?? 1);
}
