import { describe, expect, it } from 'vitest';
import {
  countQueues,
  createFlightState,
  createMessageQueues,
  flightsAt,
  heapUp,
  indexHops,
  longestQueues,
  type MessageBatch,
  planFlights,
} from '../src/index.ts';

/** Hosts 0, 1 and 2, switches 3 and 4; links 0 and 1 lead up from the hosts, 2 from switch to switch, 3 down. */
const links = { src: Int32Array.of(0, 1, 3, 4), dst: Int32Array.of(3, 3, 4, 2) };

/** Messages 7 and 8 of 1000 ns a link: the second reaches switch 3 at 100 and waits for link 2 from 190 to 1190. */
const columns = {
  message: Float64Array.of(7, 7, 7, 8, 8, 8, 9),
  hop: Int32Array.of(0, 1, 2, 0, 1, 2, 1),
  link: Int32Array.of(0, 2, 3, 1, 2, 3, 2),
  arrived: Float64Array.of(0, 100, 290, 0, 100, 1290, 0),
  ready: Float64Array.of(0, 190, 380, 0, 190, 1380, 0),
  entered: Float64Array.of(0, 190, 380, 0, 1190, 1380, 0),
  left: Float64Array.of(1000, 1190, 1380, 1000, 2190, 2380, 0),
  waited: Float64Array.of(0, 0, 0, 0, 1000, 0, 0),
};

const messages: MessageBatch = {
  rows: 3,
  src: Int32Array.of(0, 1, 0),
  dst: Int32Array.of(2, 2, 2),
  sent: Float64Array.of(0, 0, 0),
  received: Float64Array.of(1480, 2480, 3000),
  bytes: Float64Array.of(1000, 1000, 1000),
  count: Float64Array.of(1, 1, 1),
};

const hops = indexHops(columns, Float64Array.of(7, 8, 9), 100);
const flights = planFlights(
  messages,
  new Int32Array(3),
  (_, rank) => rank,
  () => Int32Array.of(0, 3, 4, 2),
  { hops, links },
);

function placeAt(time: number, flight: number): [number, number, number] | null {
  const state = flightsAt(flights, time, createFlightState(flights));
  const at = state.flight.subarray(0, state.count).indexOf(flight);
  return at < 0 ? null : [state.hop[at], Number(state.part[at].toFixed(3)), state.waits[at]];
}

describe('recorded hops', () => {
  it('tell the way of a message; what begins in the middle is not recorded', () => {
    expect([...hops.first]).toEqual([0, 3, -1]);
    expect([...hops.count]).toEqual([3, 3, 0]);
    const { offsets, vertices } = flights.paths;
    const path = (flight: number) => [
      ...vertices.subarray(offsets[flights.path[flight]], offsets[flights.path[flight] + 1]),
    ];
    expect(path(1)).toEqual([1, 3, 4, 2]);
  });

  it('keep a message where it waits', () => {
    expect(placeAt(50, 1)).toEqual([0, 0.5, 0]);
    expect(placeAt(99, 1)).toEqual([0, 0.99, 0]);
    expect(placeAt(100, 1)).toEqual([1, 0, 0]);
    expect(placeAt(189, 1)).toEqual([1, 0, 0]);
    expect(placeAt(190, 1)).toEqual([1, 0, 1]);
    expect(placeAt(1189, 1)).toEqual([1, 0, 1]);
    expect(placeAt(1190, 1)).toEqual([1, 0, 0]);
    expect(placeAt(1240, 1)).toEqual([1, 0.5, 0]);
    expect(placeAt(1380, 1)).toEqual([2, 0, 0]);
    expect(placeAt(1930, 1)).toEqual([2, 0.5, 0]);
    expect(placeAt(2480, 1)).toBeNull();
  });

  it('leave messages without them evenly spread', () => {
    expect(placeAt(1500, 2)).toEqual([1, 0.5, 0]);
  });

  it('heap up messages that stand in one vertex, and only those', () => {
    const both = {
      ...columns,
      arrived: columns.arrived.with(2, 1200),
      ready: columns.ready.with(2, 1290),
      entered: columns.entered.with(1, 1100).with(2, 1290),
    };
    const standing = planFlights(
      messages,
      new Int32Array(3),
      (_, rank) => rank,
      () => Int32Array.of(0, 3, 4, 2),
      { hops: indexHops(both, Float64Array.of(7, 8, 9), 100), links },
    );
    const belowAt = (time: number): number[] => {
      const state = flightsAt(standing, time, createFlightState(standing));
      heapUp(standing, state, new Int32Array(5));
      return [...state.below.subarray(0, state.count)];
    };
    expect(belowAt(500)).toEqual([0, 1, 0]);
    expect(belowAt(1150)).toEqual([0, 0, 0]);
  });

  it('tell how many wait for a link and in a switch', () => {
    const queues = createMessageQueues(4, 5);
    const at = (time: number) =>
      countQueues(flights, flightsAt(flights, time, createFlightState(flights)), queues);
    expect([...at(500).perLink]).toEqual([0, 0, 1, 0]);
    expect([...at(500).perVertex]).toEqual([0, 0, 0, 1, 0]);
    expect([...at(1200).perLink]).toEqual([0, 0, 0, 0]);
    expect(longestQueues(flights, 4, 5)).toEqual({ link: 1, vertex: 1 });
  });
});
