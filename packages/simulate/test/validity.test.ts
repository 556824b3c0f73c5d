import { tracePath } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventOptions } from '../src/engine/event-model.ts';
import { closedForm, MOST_HOPS } from '../src/engine/fabric.ts';
import { completionTimes, plain, type TestMessage } from './run-messages.ts';
import { dumbbell, minHopFabric, speed, star } from './tiny-networks.ts';

const packets: EventOptions = { ...plain, packet: 4096 };

/** 12.5 GB/s: 80 ps a byte. */
const PER_BYTE = 80;

describe('a message alone', () => {
  it.each([1, 2, 3, 5, 9])(
    'over %i switches: links x latency + switches x delay + bytes / bandwidth',
    async (n) => {
      const fabric = minHopFabric(dumbbell(1, n));
      const bytes = 65_536;
      const expected = (n + 1) * 100_000 + n * 90_000 + bytes * PER_BYTE;
      for (const options of [plain, packets, 'load'] as const) {
        expect((await completionTimes(fabric, [{ src: 0, dst: 1, bytes }], options))[0]).toBe(expected);
      }
    },
  );

  it('stored and forwarded: each further link costs the first packet again', async () => {
    const fabric = minHopFabric(dumbbell(1, 3));
    const bytes = 50_000;
    const wires = 4 * 100_000 + 3 * 90_000;
    const whole = { ...plain, switching: 'store-and-forward' } as const;
    expect((await completionTimes(fabric, [{ src: 0, dst: 1, bytes }], whole))[0]).toBe(
      wires + 4 * bytes * PER_BYTE,
    );
    const cut = { ...whole, packet: 4096 };
    expect((await completionTimes(fabric, [{ src: 0, dst: 1, bytes }], cut))[0]).toBe(
      wires + bytes * PER_BYTE + 3 * 4096 * PER_BYTE,
    );
  });

  it('equals the closed form for any sizes, speeds and switching', async () => {
    const scenario = fc.record({
      bytes: fc.integer({ min: 1, max: 200_000 }),
      capacities: fc.array(fc.constantFrom(1e9, 3e9, 12.5e9, 25e9, 50e9), { minLength: 1, maxLength: 5 }),
      packet: fc.constantFrom(null, 512, 4096),
      switching: fc.constantFrom('cut-through' as const, 'store-and-forward' as const),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ bytes, capacities, packet, switching }) => {
        const fabric = minHopFabric(dumbbell(1, capacities.length + 1, capacities));
        const path = new Int32Array(MOST_HOPS);
        const hops = tracePath(fabric.epochs[0].routing, 0, 1, path);
        const expected = closedForm(fabric, path.subarray(0, hops), bytes, { packet, switching });
        const options = { packet, switching, adaptive: false };
        expect((await completionTimes(fabric, [{ src: 0, dst: 1, bytes }], options))[0]).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('takes no time between ranks of one host', async () => {
    const fabric = minHopFabric(star(2));
    expect((await completionTimes(fabric, [{ src: 0, dst: 0, bytes: 100 }]))[0]).toBe(0);
  });
});

/**
 * Fluid fair sharing of one link: times at which the messages have left, sharing its bandwidth equally. The obvious
 * way: step from one start or end to the next.
 */
function fairShare(messages: readonly { start: number; bytes: number }[], perByte: number): number[] {
  const left = messages.map(({ bytes }) => bytes * perByte);
  const ends = messages.map(() => 0);
  let now = 0;
  for (;;) {
    const active = left.flatMap((rest, m) => (rest > 0 && messages[m].start <= now ? [m] : []));
    const starts = messages.filter(({ start }) => start > now).map(({ start }) => start);
    if (active.length === 0 && starts.length === 0) return ends;
    const least = Math.min(...active.map((m) => left[m]));
    const until = Math.min(
      ...starts,
      active.length > 0 ? now + least * active.length : Number.POSITIVE_INFINITY,
    );
    for (const m of active) {
      left[m] -= (until - now) / active.length;
      if (left[m] < 1e-3) {
        left[m] = 0;
        ends[m] = until;
      }
    }
    now = until;
  }
}

describe('messages sharing a link', () => {
  const wires = 2 * 100_000 + 90_000;
  const onePacket = 4096 * PER_BYTE;

  it.each([2, 3, 8, 32])(
    '%i equal ones into one host take n times as long, within a packet each',
    async (n) => {
      const fabric = minHopFabric(star(n + 1));
      const messages = Array.from({ length: n }, (_, src): TestMessage => ({ src, dst: n, bytes: 262_144 }));
      const ends = await completionTimes(fabric, messages, packets);
      const fair = n * 262_144 * PER_BYTE + wires;
      expect(Math.max(...ends)).toBe(fair);
      for (const end of ends) expect(fair - end).toBeLessThan(n * onePacket);
    },
  );

  it.each([2, 3, 8])('%i from one host share its link the same way', async (n) => {
    const fabric = minHopFabric(star(n + 1));
    const messages = Array.from(
      { length: n },
      (_, m): TestMessage => ({ src: 0, dst: m + 1, bytes: 262_144 }),
    );
    const ends = await completionTimes(fabric, messages, packets);
    const fair = n * 262_144 * PER_BYTE + wires;
    expect(Math.max(...ends)).toBe(fair);
    for (const end of ends) expect(fair - end).toBeLessThan(n * onePacket);
  });

  /**
   * No order of packets can do better than that: of n messages that end together in fluid time, the last packets leave
   * one after the other, the first of them n - 1 packets early.
   */
  it.each(['into', 'from'])(
    'any sizes and starts, %s one host: at most a packet later than the fluid share, less than a packet of each earlier',
    async (way) => {
      const message = fc.record({
        bytes: fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.constantFrom(1, 4096, 65_536)),
        start: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(0, 1000)),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(message, { minLength: 2, maxLength: 12 }), async (drawn) => {
          const n = drawn.length;
          const fabric = minHopFabric(star(n + 1));
          const messages = drawn.map(({ bytes, start }, m) =>
            way === 'into' ? { src: m, dst: n, bytes, start } : { src: n, dst: m, bytes, start },
          );
          const ends = await completionTimes(fabric, messages, packets);
          const fluid = fairShare(
            drawn.map(({ bytes, start }) => ({ bytes, start: start * 1000 })),
            PER_BYTE,
          );
          ends.forEach((end, m) => {
            expect(end - wires - fluid[m]).toBeLessThanOrEqual(onePacket);
            expect(fluid[m] + wires - end).toBeLessThan(n * onePacket);
          });
        }),
        { numRuns: 200 },
      );
    },
  );

  it('whole messages go one after the other; the last arrives when the fair share would end', async () => {
    const fabric = minHopFabric(star(4));
    const messages = [0, 1, 2].map((src): TestMessage => ({ src, dst: 3, bytes: 10_000 }));
    const ends = await completionTimes(fabric, messages);
    expect([...ends].sort((a, b) => a - b)).toEqual([1, 2, 3].map((n) => n * 10_000 * PER_BYTE + wires));
  });

  it('messages that share nothing do not disturb each other', async () => {
    const fabric = minHopFabric(star(6));
    const messages = [0, 2, 4].map((src): TestMessage => ({ src, dst: src + 1, bytes: 100_000 }));
    const ends = await completionTimes(fabric, messages, packets);
    expect([...ends]).toEqual(messages.map(() => 100_000 * PER_BYTE + wires));
    expect(speed.bandwidth).toBe(1e12 / PER_BYTE);
  });
});
