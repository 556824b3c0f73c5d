import { lowerBound, upperBound } from '@weft/model';
import type { Flights } from './flights.ts';
import type { RecordedHops } from './recorded-hops.ts';

/** Which messages are under way at one instant and where: flight i is `part[i]` of the way along hop `hop[i]`. */
export interface FlightState {
  count: number;
  readonly flight: Int32Array;
  readonly hop: Int32Array;
  readonly part: Float32Array;
  /** 1 = the message waits for the link of its hop. */
  readonly waits: Uint8Array;
  /** How many messages stand in the same vertex below it; 0 where it moves. */
  readonly below: Int32Array;
}

/** Room for so many messages. */
export function createFlightState({ count }: { readonly count: number }): FlightState {
  return {
    count: 0,
    flight: new Int32Array(count),
    hop: new Int32Array(count),
    part: new Float32Array(count),
    waits: new Uint8Array(count),
    below: new Int32Array(count),
  };
}

/** Fills `state` with the messages under way at `time`. */
export function flightsAt(flights: Flights, time: number, state: FlightState): FlightState {
  const { from, to, longest } = flights;
  const first = lowerBound(from, time - longest);
  const last = upperBound(from, time);
  state.count = 0;
  for (let i = first; i < last; i++) if (to[i] > time) placeFlight(flights, i, time, state);
  return state;
}

/**
 * Adds where a message is at a time, while it is under way: by its recorded hops, or with its time spread evenly over
 * its links.
 */
export function placeFlight(flights: Flights, flight: number, time: number, state: FlightState): void {
  const { from, to, hops, row, path, paths } = flights;
  const links = paths.offsets[path[flight] + 1] - paths.offsets[path[flight]] - 1;
  const at = state.count++;
  state.flight[at] = flight;
  state.below[at] = 0;
  if (hops && hops.first[row[flight]] >= 0) {
    placeRecorded(hops, hops.first[row[flight]], links, time, to[flight], state, at);
    return;
  }
  const way = ((time - from[flight]) / (to[flight] - from[flight])) * links;
  state.hop[at] = Math.min(Math.floor(way), links - 1);
  state.part[at] = way - state.hop[at];
  state.waits[at] = 0;
}

/**
 * A message stands at the near end of a link until it enters it, and at the far end from one latency later on. It waits
 * from the time it is ready to leave: before, it is in the hands of the switch.
 */
function placeRecorded(
  { arrived, ready, entered, latency }: RecordedHops,
  first: number,
  links: number,
  time: number,
  end: number,
  state: FlightState,
  at: number,
): void {
  let hop = links - 1;
  while (hop > 0 && time < arrived[first + hop]) hop--;
  const since = time - entered[first + hop];
  const last = hop === links - 1;
  const next = last ? end : arrived[first + hop + 1];
  const flight = !last && latency > 0 ? latency : next - entered[first + hop];
  state.hop[at] = hop;
  state.waits[at] = since < 0 && time >= ready[first + hop] ? 1 : 0;
  state.part[at] = since < 0 ? 0 : flight > 0 ? Math.min(1, since / flight) : 1;
}

/** Messages at each vertex: a message counts at the nearer end of the link it is on. */
export function countActivity(flights: Flights, state: FlightState, activity: Float32Array): Float32Array {
  const { offsets, vertices } = flights.paths;
  activity.fill(0);
  for (let i = 0; i < state.count; i++) {
    const start = offsets[flights.path[state.flight[i]]];
    activity[vertices[start + state.hop[i] + (state.part[i] < 0.5 ? 0 : 1)]]++;
  }
  return activity;
}
