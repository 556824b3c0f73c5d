import { inLinksOf, type Network, textAt } from '@weft/model';
import type { Routing } from '../router.ts';
import { type Footprint, linksOfJob } from './links-of-job.ts';
import { tracePath } from './trace-path.ts';

/** What a reader picked: TreeScope's queries T7 (jobs), T8 (sources and destinations), T9 (jobs and a link). */
export interface RouteChoice {
  /** Hosts or switches the routes start from; empty = all hosts (of the jobs). */
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  /** Hosts of each chosen job. */
  readonly jobHosts: readonly Int32Array[];
  /** With jobs: only routes of theirs through these links. */
  readonly through: readonly number[];
  /** Which switches a set of jobs has: those of any job (the paper), or of all (the released tool). */
  readonly switchesOf: 'any' | 'all';
}

/** Links and vertices the chosen routes use, or null where nothing is chosen. */
export function selectedRoutes(routing: Routing, choice: RouteChoice): Footprint | null {
  const { sources, destinations, jobHosts, through, switchesOf } = choice;
  if (sources.length > 0 || destinations.length > 0) return routesBetween(routing, choice);
  if (jobHosts.length === 0) return null;
  if (through.length > 0) return routesThrough(routing, unite(jobHosts), through);
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

/** Routes of T8. Vertices above the leaves are way points: routes from hosts count when they pass them. */
function routesBetween(routing: Routing, choice: RouteChoice): Footprint {
  const { network } = routing;
  const everyone = choice.jobHosts.length > 0 ? unite(choice.jobHosts) : network.hosts;
  const from = endPoints(network, choice.sources, everyone);
  const to = endPoints(network, choice.destinations, everyone);
  const marks = createMarks(network);
  const path = new Int32Array(64);
  for (const dest of to.hosts) {
    for (const source of from.hosts) {
      if (source === dest) continue;
      const length = tracePath(routing, source, dest, path);
      if (length <= 0 || length > path.length) continue;
      const begin = from.ways.length === 0 ? 0 : firstAfter(network, path, length, from.ways);
      const end = to.ways.length === 0 ? length : lastBefore(network, path, length, to.ways);
      if (begin < end) markPath(network, marks, path, begin, end);
    }
  }
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

/** From the link that leaves a way point on; past the end where none is passed. */
function firstAfter(network: Network, path: Int32Array, length: number, ways: readonly number[]): number {
  for (let i = 0; i < length; i++) if (ways.includes(network.links.src[path[i]])) return i;
  return length;
}

/** Up to the link that enters a way point; 0 where none is passed. */
function lastBefore(network: Network, path: Int32Array, length: number, ways: readonly number[]): number {
  for (let i = length; i > 0; i--) if (ways.includes(network.links.dst[path[i - 1]])) return i;
  return 0;
}

/** T9: of all routes between the hosts, those that use one of the links. */
function routesThrough(routing: Routing, hosts: Int32Array, through: readonly number[]): Footprint {
  const { network } = routing;
  const wanted = new Set(through);
  const marks = createMarks(network);
  const path = new Int32Array(64);
  for (const dest of hosts) {
    for (const source of hosts) {
      if (source === dest) continue;
      const length = tracePath(routing, source, dest, path);
      let uses = false;
      for (let i = 0; i < length && !uses; i++) uses = wanted.has(path[i]);
      if (uses) markPath(network, marks, path, 0, length);
    }
  }
  return marks;
}

function createMarks(network: Network): Footprint {
  return { links: new Uint8Array(network.linkCount), vertices: new Uint8Array(network.vertexCount) };
}

function markPath(network: Network, marks: Footprint, path: Int32Array, begin: number, end: number): void {
  for (let i = begin; i < end; i++) {
    marks.links[path[i]] = 1;
    marks.vertices[network.links.src[path[i]]] = 1;
    marks.vertices[network.links.dst[path[i]]] = 1;
  }
}

function unite(lists: readonly Int32Array[]): Int32Array {
  return Int32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}
