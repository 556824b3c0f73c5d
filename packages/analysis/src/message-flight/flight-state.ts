import { lowerBound, upperBound } from '@weft/model';
import type { Flights } from './flights.ts';

/** Which messages are under way at one instant and where: flight i is `part[i]` of the way along hop `hop[i]`. */
export interface FlightState {
  count: number;
  readonly flight: Int32Array;
  readonly hop: Int32Array;
  readonly part: Float32Array;
}

export function createFlightState(flights: Flights): FlightState {
  return {
    count: 0,
    flight: new Int32Array(flights.count),
    hop: new Int32Array(flights.count),
    part: new Float32Array(flights.count),
  };
}

/** Fills `state` with the messages under way at `time`; the time of a message is spread evenly over its links. */
export function flightsAt(flights: Flights, time: number, state: FlightState): FlightState {
  const { from, to, path, longest } = flights;
  const { offsets } = flights.paths;
  const first = lowerBound(from, time - longest);
  const last = upperBound(from, time);
  let count = 0;
  for (let i = first; i < last; i++) {
    if (to[i] <= time) continue;
    const hops = offsets[path[i] + 1] - offsets[path[i]] - 1;
    const way = ((time - from[i]) / (to[i] - from[i])) * hops;
    const hop = Math.min(Math.floor(way), hops - 1);
    state.flight[count] = i;
    state.hop[count] = hop;
    state.part[count++] = way - hop;
  }
  state.count = count;
  return state;
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
