import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countActivity,
  createDeliveredBytes,
  createFlightState,
  flightsAt,
  type MessageBatch,
  planFlights,
} from '../src/index.ts';

/** Hosts 0 .. 9 on a line; the way from a to b visits all between them. */
function lineWay(from: number, to: number): Int32Array {
  const step = Math.sign(to - from);
  return Int32Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + i * step);
}

type Message = readonly [src: number, dst: number, sent: number, received: number, bytes: number];

function batch(rows: readonly Message[]): MessageBatch {
  return {
    rows: rows.length,
    src: Int32Array.from(rows, (row) => row[0]),
    dst: Int32Array.from(rows, (row) => row[1]),
    sent: Float64Array.from(rows, (row) => row[2]),
    received: Float64Array.from(rows, (row) => row[3]),
    bytes: Float64Array.from(rows, (row) => row[4]),
    count: new Float64Array(rows.length).fill(1),
  };
}

const hostOf = (_: number, rank: number): number => (rank < 10 ? rank : -1);
const plan = (rows: readonly Message[]) =>
  planFlights(batch(rows), new Int32Array(rows.length), hostOf, (a, b) => (b === 9 ? null : lineWay(a, b)));

const message = fc.tuple(
  fc.integer({ min: 0, max: 11 }),
  fc.integer({ min: 0, max: 11 }),
  fc.integer({ min: 0, max: 50 }),
  fc.integer({ min: 0, max: 50 }),
  fc.integer({ min: 0, max: 99 }),
);
const messages = fc
  .array(message)
  .map((rows) => rows.map(([src, dst, sent, time, bytes]): Message => [src, dst, sent, sent + time, bytes]));

describe('flights', () => {
  it('keep every message: under way, local, unplaced or without a way', () => {
    fc.assert(
      fc.property(messages, (rows) => {
        const { count, skipped } = plan(rows);
        expect(count + skipped.local + skipped.unplaced + skipped.unreachable).toBe(rows.length);
      }),
    );
  });

  it('trace a pair once', () => {
    const { paths, count } = plan([
      [0, 3, 0, 9, 1],
      [0, 3, 5, 9, 1],
      [3, 0, 5, 9, 1],
    ]);
    expect([count, paths.count]).toEqual([3, 2]);
    expect([...paths.vertices]).toEqual([0, 1, 2, 3, 3, 2, 1, 0]);
  });

  it('interpolate along the links from sending to receiving', () => {
    const flights = plan([[0, 4, 100, 200, 1]]);
    const state = createFlightState(flights);
    const at = (time: number) => {
      flightsAt(flights, time, state);
      return state.count === 0 ? null : state.hop[0] + state.part[0];
    };
    expect([99, 100, 125, 187.5, 199, 200].map(at)).toEqual([null, 0, 1, 3.5, expect.closeTo(3.96, 5), null]);
  });

  it('are exactly those with sent <= time < received, and each is active at one vertex', () => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 0, max: 110 }), (rows, time) => {
        const flights = plan(rows);
        const state = flightsAt(flights, time, createFlightState(flights));
        const expected = rows.filter(
          ([src, dst, sent, received]) =>
            src < 10 && dst < 9 && src !== dst && sent <= time && time < Math.max(received, sent + 1),
        );
        expect(state.count).toBe(expected.length);
        const activity = countActivity(flights, state, new Float32Array(12));
        expect(activity.reduce((a, b) => a + b, 0)).toBe(expected.length);
      }),
    );
  });
});

describe('delivered bytes', () => {
  it('moved forward step by step equal those counted at once, also after going back', () => {
    const times = fc.array(fc.integer({ min: 0, max: 110 }), { minLength: 1 });
    fc.assert(
      fc.property(messages, times, (rows, steps) => {
        const flights = plan(rows);
        const delivered = createDeliveredBytes(flights, 12);
        for (const time of steps) {
          const fresh = createDeliveredBytes(flights, 12).advance(10, time);
          expect([...delivered.advance(10, time)]).toEqual([...fresh]);
        }
      }),
    );
  });

  it('count each byte once at every vertex of the way', () => {
    const flights = plan([[0, 2, 0, 10, 7]]);
    expect([...createDeliveredBytes(flights, 4).advance(0, 10)]).toEqual([7, 7, 7, 0]);
  });
});
