import type { FlightState } from './flight-state.ts';
import type { Flights } from './flights.ts';

/** Messages that wait at one instant, per link they wait for and per vertex they wait in. */
export interface MessageQueues {
  readonly perLink: Float64Array;
  readonly perVertex: Float64Array;
}

export function createMessageQueues(linkCount: number, vertexCount: number): MessageQueues {
  return { perLink: new Float64Array(linkCount), perVertex: new Float64Array(vertexCount) };
}

/** Known only where hops are recorded: elsewhere it is unknown which messages wait. */
export function countQueues(flights: Flights, state: FlightState, queues: MessageQueues): MessageQueues {
  const { perLink, perVertex } = queues;
  perLink.fill(0);
  perVertex.fill(0);
  const { hops, row, path, paths } = flights;
  if (!hops) return queues;
  for (let i = 0; i < state.count; i++) {
    if (state.waits[i] === 0) continue;
    const flight = state.flight[i];
    perLink[hops.link[hops.first[row[flight]] + state.hop[i]]]++;
    perVertex[paths.vertices[paths.offsets[path[flight]] + state.hop[i]]]++;
  }
  return queues;
}

/**
 * Heaps up messages that stand in a vertex, whether they wait or are in the hands of its switch, so that none hides
 * another. `standing` has room for every vertex.
 */
export function heapUp(flights: Flights, state: FlightState, standing: Int32Array): void {
  const { hops, path, paths } = flights;
  if (!hops) return;
  standing.fill(0);
  for (let i = 0; i < state.count; i++) {
    if (state.part[i] > 0) continue;
    const vertex = paths.vertices[paths.offsets[path[state.flight[i]]] + state.hop[i]];
    state.below[i] = standing[vertex]++;
  }
}

/** The longest queues that ever stand in front of a link and in a vertex: the ends of their scales. */
export function longestQueues(
  { hops, row, path, paths, count }: Flights,
  linkCount: number,
  vertexCount: number,
): { readonly link: number; readonly vertex: number } {
  const most = { link: 0, vertex: 0 };
  if (!hops) return most;
  const vertexOfHop = new Int32Array(hops.link.length).fill(-1);
  for (let flight = 0; flight < count; flight++) {
    const first = hops.first[row[flight]];
    if (first < 0) continue;
    for (let hop = 0; hop < hops.count[row[flight]]; hop++) {
      vertexOfHop[first + hop] = paths.vertices[paths.offsets[path[flight]] + hop];
    }
  }
  const waiting = hops.link.map((_, at) => at).filter((at) => hops.entered[at] > hops.ready[at]);
  const comes = waiting.slice().sort((a, b) => hops.ready[a] - hops.ready[b]);
  const goes = waiting.sort((a, b) => hops.entered[a] - hops.entered[b]);
  const now = createMessageQueues(linkCount, vertexCount);
  let gone = 0;
  for (const at of comes) {
    for (; hops.entered[goes[gone]] <= hops.ready[at]; gone++)
      change(now, hops.link, vertexOfHop, goes[gone], -1);
    change(now, hops.link, vertexOfHop, at, 1);
    most.link = Math.max(most.link, now.perLink[hops.link[at]]);
    if (vertexOfHop[at] >= 0) most.vertex = Math.max(most.vertex, now.perVertex[vertexOfHop[at]]);
  }
  return most;
}

function change(now: MessageQueues, link: Int32Array, vertex: Int32Array, at: number, by: number): void {
  now.perLink[link[at]] += by;
  if (vertex[at] >= 0) now.perVertex[vertex[at]] += by;
}
