import { inLinksOf, type Network, textAt } from '@weft/model';
import type { Routing } from '../router.ts';
import { type Footprint, linksOfJob } from './links-of-job.ts';
import { markPairs, markThroughWays, type RouteEnds } from './routes-through.ts';

/** What a reader picked: TreeScope's queries T7 (jobs), T8 (sources, destinations, ports), T9 (jobs and a port). */
export interface RouteChoice {
  /** Hosts or switches the routes start from; empty = all hosts (of the jobs). */
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  /** Hosts of each chosen job. */
  readonly jobHosts: readonly Int32Array[];
  /** Ports: only routes that use all of these links. */
  readonly through: readonly number[];
  /** Which switches a set of jobs has: those of any job (the paper), or of all (the released tool). */
  readonly switchesOf: 'any' | 'all';
}

/** Links and vertices the chosen routes use, or null where nothing is chosen. */
export function selectedRoutes(routing: Routing, choice: RouteChoice): Footprint | null {
  const { sources, destinations, jobHosts, through, switchesOf } = choice;
  if (sources.length + destinations.length + through.length > 0) return routesBetween(routing, choice);
  if (jobHosts.length === 0) return null;
  return jobsFootprint(
    jobHosts.map((hosts) => linksOfJob(routing, hosts)),
    switchesOf,
  );
}

/** Links used by all of them; switches used by any, or by all. */
export function jobsFootprint(footprints: readonly Footprint[], switchesOf: 'any' | 'all'): Footprint {
  const links = footprints[0].links.slice();
  const vertices = footprints[0].vertices.slice();
  for (const next of footprints.slice(1)) {
    for (let i = 0; i < links.length; i++) links[i] &= next.links[i];
    for (let i = 0; i < vertices.length; i++) {
      if (switchesOf === 'any') vertices[i] |= next.vertices[i];
      else vertices[i] &= next.vertices[i];
    }
  }
  return { links, vertices };
}

/** Routes of T8 and T9. Switches above the leaves are way points: routes between hosts count when they pass them. */
function routesBetween(routing: Routing, choice: RouteChoice): Footprint {
  const { network } = routing;
  const everyone = choice.jobHosts.length > 0 ? unite(choice.jobHosts) : network.hosts;
  const from = endPoints(network, choice.sources, everyone);
  const to = endPoints(network, choice.destinations, everyone);
  const ends: RouteEnds = {
    sources: from.hosts,
    dests: to.hosts,
    fromWays: from.ways,
    toWays: to.ways,
    through: choice.through,
  };
  const marks = {
    links: new Uint8Array(network.linkCount),
    vertices: new Uint8Array(network.vertexCount),
  };
  const ways = ends.fromWays.length + ends.toWays.length + ends.through.length;
  if (ways > 0 && !routing.bySource) markThroughWays(routing, ends, marks);
  else markPairs(routing, ends, marks);
  return marks;
}

/** Hosts a choice stands for, and the switches routes have to pass. A leaf stands for its hosts that `everyone` has. */
function endPoints(
  network: Network,
  chosen: readonly number[],
  everyone: ArrayLike<number>,
): { hosts: Int32Array; ways: readonly number[] } {
  const hosts: number[] = [];
  const ways: number[] = [];
  const within = new Set(Array.from(everyone));
  for (const vertex of chosen) {
    if (textAt(network.vertices.kind, vertex) !== 'switch') hosts.push(vertex);
    else {
      const attached = hostsAt(network, vertex);
      const own = attached.filter((host) => within.has(host));
      if (attached.length > 0) hosts.push(...(own.length > 0 ? own : attached));
      else ways.push(vertex);
    }
  }
  const all = hosts.length > 0 && ways.length === 0 ? hosts : Array.from(everyone);
  return { hosts: Int32Array.from(new Set(all)), ways: hosts.length > 0 ? [] : ways };
}

export function hostsAt(network: Network, vertex: number): number[] {
  return [...inLinksOf(network, vertex)]
    .map((link) => network.links.src[link])
    .filter((neighbour) => textAt(network.vertices.kind, neighbour) === 'host');
}

function unite(lists: readonly Int32Array[]): Int32Array {
  return Int32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}
