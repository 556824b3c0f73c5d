import type { Routing } from '../router.ts';
import { LOOP, tracePath, UNREACHABLE } from './trace-path.ts';

interface RoutingReport {
  /** Ordered pairs of different hosts looked at. */
  readonly pairs: number;
  readonly unreachable: number;
  readonly loops: number;
  /** The first few of each, as [source, destination]. */
  readonly unreachableExamples: readonly (readonly [number, number])[];
  readonly loopExamples: readonly (readonly [number, number])[];
  /** Destinations that some sources do not reach, and how many of these. */
  readonly destinations: readonly FaultyDestination[];
}

interface FaultyDestination {
  readonly vertex: number;
  readonly unreachable: number;
  readonly loops: number;
}

const EXAMPLES = 5;

/** Follows every pair of hosts (of the list, where given) and tells those that do not arrive. */
export function checkRouting(routing: Routing, hosts: Int32Array = routing.network.hosts): RoutingReport {
  const state = new Int8Array(routing.network.vertexCount);
  const unreachableExamples: [number, number][] = [];
  const loopExamples: [number, number][] = [];
  const destinations: FaultyDestination[] = [];
  let unreachable = 0;
  let loops = 0;
  const nowhere = new Int32Array(0);
  for (const dest of hosts) {
    state.fill(0);
    const before = { unreachable, loops };
    for (const source of hosts) {
      if (source === dest) continue;
      const result = routing.bySource
        ? tracePath(routing, source, dest, nowhere)
        : settle(routing, source, dest, state);
      if (result === UNREACHABLE && unreachable++ < EXAMPLES) unreachableExamples.push([source, dest]);
      if (result === LOOP && loops++ < EXAMPLES) loopExamples.push([source, dest]);
    }
    const own = { unreachable: unreachable - before.unreachable, loops: loops - before.loops };
    if (own.unreachable + own.loops > 0) destinations.push({ vertex: dest, ...own });
  }
  const pairs = hosts.length * (hosts.length - 1);
  return { pairs, unreachable, loops, unreachableExamples, loopExamples, destinations };
}

const ARRIVES = 1;
const ON_WAY = 2;

/** Paths to one destination share their ends: each vertex is followed once. */
function settle(routing: Routing, source: number, dest: number, state: Int8Array): number {
  const targets = routing.network.links.dst;
  state[dest] = ARRIVES;
  const path: number[] = [];
  let vertex = source;
  let result = 0;
  while (state[vertex] === 0) {
    state[vertex] = ON_WAY;
    path.push(vertex);
    const link = routing.nextLink(vertex, dest, source);
    if (link < 0) {
      result = UNREACHABLE;
      break;
    }
    vertex = targets[link];
  }
  if (result === 0) result = state[vertex] === ON_WAY ? LOOP : state[vertex];
  for (const passed of path) state[passed] = result;
  return result;
}
