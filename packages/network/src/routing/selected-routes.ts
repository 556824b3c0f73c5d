import { inLinksOf, type Network, textAt } from '@weft/model';
import type { Routing } from '../router.ts';
import { type Footprint, linksOfJob } from './links-of-job.ts';
import { markPairs, markThroughWaypoints, type RouteEnds } from './routes-through.ts';

/** What a reader picked: TreeScope's queries T7 (jobs), T8 (sources, destinations, ports), T9 (jobs and a port). */
export interface RouteChoice {
  /** Hosts or switches the routes start from; empty = all hosts (of the jobs). */
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  /** Ports (links): routes count from such a link on, or up to it. */
  readonly sourcePorts: readonly number[];
  readonly destinationPorts: readonly number[];
  /** Hosts of each chosen job. */
  readonly jobHosts: readonly Int32Array[];
  /** Only routes that use all of these links. */
  readonly through: readonly number[];
  /** Which switches a set of jobs has: those of any job (the paper), or of all (the released tool). */
  readonly switchesOf: 'any' | 'all';
}

export const NOTHING_CHOSEN: RouteChoice = {
  sources: [],
  destinations: [],
  sourcePorts: [],
  destinationPorts: [],
  jobHosts: [],
  through: [],
  switchesOf: 'any',
};

/** Links and vertices the chosen routes use, or null where nothing is chosen. */
export function selectedRoutes(routing: Routing, choice: RouteChoice): Footprint | null {
  const { sources, destinations, sourcePorts, destinationPorts, jobHosts, through, switchesOf } = choice;
  const ends = sources.length + destinations.length + sourcePorts.length + destinationPorts.length;
  if (ends + through.length > 0) return routesBetween(routing, choice);
  if (jobHosts.length === 0) return null;
  return jobsFootprint(
    jobHosts.map((hosts) => linksOfJob(routing, hosts)),
    switchesOf,
  );
}

/** Links used by all of them; switches used by any, or by all. */
function jobsFootprint(footprints: readonly Footprint[], switchesOf: 'any' | 'all'): Footprint {
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

/**
 * Routes of T8 and T9: from any chosen start to any chosen end. Chosen jobs come first: only their hosts send and
 * receive. Switches above the leaves are waypoints: routes between hosts count when they pass them.
 */
function routesBetween(routing: Routing, choice: RouteChoice): Footprint {
  const { network } = routing;
  const everyone = choice.jobHosts.length > 0 ? unite(choice.jobHosts) : network.hosts;
  const starts = endPoints(network, choice.sources, choice.sourcePorts, network.links.src, everyone);
  const ends = endPoints(network, choice.destinations, choice.destinationPorts, network.links.dst, everyone);
  const marks = {
    links: new Uint8Array(network.linkCount),
    vertices: new Uint8Array(network.vertexCount),
  };
  for (const start of starts) for (const end of ends) markBetween(routing, start, end, choice.through, marks);
  return marks;
}

function markBetween(
  routing: Routing,
  start: EndPoint,
  end: EndPoint,
  through: readonly number[],
  marks: Footprint,
): void {
  const ends: RouteEnds = {
    sources: start.hosts,
    dests: end.hosts,
    fromWaypoints: start.waypoints,
    toWaypoints: end.waypoints,
    through: [...new Set([...through, ...start.ports, ...end.ports])],
  };
  const waypoints = ends.fromWaypoints.length + ends.toWaypoints.length + ends.through.length;
  if (waypoints > 0 && !routing.bySource) markThroughWaypoints(routing, ends, marks);
  else markPairs(routing, ends, marks);
}

/** One kind of start or end: hosts, the switches their routes count from or up to, the links they have to use. */
interface EndPoint {
  readonly hosts: ArrayLike<number>;
  readonly waypoints: readonly number[];
  readonly ports: readonly number[];
}

/** A leaf stands for its hosts, a port for itself and the vertex at its side of the route (`portEnd`). */
function endPoints(
  network: Network,
  chosen: readonly number[],
  ports: readonly number[],
  portEnd: Int32Array,
  everyone: ArrayLike<number>,
): EndPoint[] {
  if (chosen.length + ports.length === 0) return [{ hosts: everyone, waypoints: [], ports: [] }];
  const within = new Set(Array.from(everyone));
  const hosts = new Set<number>();
  const waypoints: number[] = [];
  for (const vertex of chosen) {
    const isSwitch = textAt(network.vertices.kind, vertex) === 'switch';
    const attached = isSwitch ? hostsAt(network, vertex) : [vertex];
    if (attached.length === 0) waypoints.push(vertex);
    for (const host of attached) if (within.has(host)) hosts.add(host);
  }
  const points: EndPoint[] = ports.map((link) => ({
    hosts: everyone,
    waypoints: [portEnd[link]],
    ports: [link],
  }));
  if (hosts.size > 0) points.push({ hosts: Int32Array.from(hosts), waypoints: [], ports: [] });
  if (waypoints.length > 0) points.push({ hosts: everyone, waypoints, ports: [] });
  return points;
}

export function hostsAt(network: Network, vertex: number): number[] {
  return [...inLinksOf(network, vertex)]
    .map((link) => network.links.src[link])
    .filter((neighbour) => textAt(network.vertices.kind, neighbour) === 'host');
}

function unite(lists: readonly Int32Array[]): Int32Array {
  return Int32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
}
