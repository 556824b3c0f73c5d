import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactNanoseconds, LocationClock } from '../../src/otf2/location-clock.ts';

const rates = [
  1n,
  1_000n,
  1_000_000_000n,
  2_000_000_000n,
  1_995_563_064n,
  3_699_958_577n,
  4_294_967_291n,
  10n ** 12n,
  9_999_999_967n,
];

const offsetsArbitrary = fc
  .array(fc.tuple(fc.bigInt(0n, 1n << 40n), fc.bigInt(-(1n << 30n), 1n << 30n)), { maxLength: 5 })
  .map((pairs) => pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)));

function halves(tick: bigint): [number, number] {
  return [Number(tick & 0xffffffffn), Number(tick >> 32n)];
}

describe('clock of a location', () => {
  it('agrees with exact arithmetic for every rate, offset and size of tick', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...rates),
        fc.oneof(fc.constant(0n), fc.bigInt(0n, (1n << 62n) - 1n)),
        fc.oneof(fc.bigInt(-(1n << 34n), 1n << 42n), fc.bigInt(0n, 1n << 55n)),
        offsetsArbitrary,
        (ticksPerSecond, origin, lead, pairs) => {
          const tick = origin + lead;
          fc.pre(tick >= 0n);
          const scale = { ticksPerSecond, origin };
          const offsets = {
            times: BigUint64Array.from(pairs, ([time]) => origin + time),
            offsets: BigInt64Array.from(pairs, ([, offset]) => offset),
          };
          const exact = Number(exactNanoseconds(scale, offsets, tick));
          const time = new LocationClock(scale, offsets).nanoseconds(...halves(tick));
          expect(time).toBe(Number.isSafeInteger(exact) ? exact : Number.NaN);
        },
      ),
      { numRuns: 3000, seed: 4 },
    );
  });

  it('applies no correction for a single offset and extrapolates beyond the last', () => {
    const scale = { ticksPerSecond: 1_000_000_000n, origin: 1000n };
    const one = { times: BigUint64Array.of(1000n), offsets: BigInt64Array.of(-500n) };
    expect(new LocationClock(scale, one).nanoseconds(1200, 0)).toBe(200);
    const two = { times: BigUint64Array.of(1000n, 2000n), offsets: BigInt64Array.of(10n, 110n) };
    const clock = new LocationClock(scale, two);
    expect([900, 1000, 1500, 2000, 3000].map((tick) => clock.nanoseconds(tick, 0))).toEqual([
      -100, 10, 560, 1110, 2210,
    ]);
  });

  it('keeps its place in the intervals when time goes back and forth', () => {
    const scale = { ticksPerSecond: 2_400_000_000n, origin: 0n };
    const offsets = {
      times: BigUint64Array.of(0n, 1000n, 2000n, 9000n),
      offsets: BigInt64Array.of(0n, 10n, -20n, 40n),
    };
    const clock = new LocationClock(scale, offsets);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_000 }), (tick) => {
        expect(clock.nanoseconds(tick, 0)).toBe(Number(exactNanoseconds(scale, offsets, BigInt(tick))));
      }),
      { seed: 5 },
    );
  });
});
