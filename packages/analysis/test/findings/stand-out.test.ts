import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_FACTOR, quantile, standOut } from '../../src/finding-facts/stand-out.ts';

describe('standOut', () => {
  it('compares the largest value with what 5 % of the others exceed', () => {
    const values = [...Array.from({ length: 40 }, (_, at) => 100 + at), 1000];
    expect(standOut(values)).toMatchObject({ at: 40, value: 1000, alike: 1, next: 137, factor: 1000 / 137 });
  });

  it('counts values that are as large', () => {
    expect(standOut([9, 10, 10, 1, 1, 1, 1])).toMatchObject({ alike: 3, next: 1, factor: 10 });
  });

  it('has nothing to compare with where all others are 0', () => {
    expect(standOut([0, 0, 7])).toMatchObject({ at: 2, next: 0, factor: MOST_FACTOR });
    expect(standOut([0, 0])).toBeNull();
    expect(standOut([3])).toBeNull();
  });

  it('tells how unlikely the lead of the largest is by the values next to it, not by those far below', () => {
    const next = Array.from({ length: 20 }, (_, at) => 100 - at);
    const few = (value: number) => standOut([value, ...next, ...Array.from({ length: 80 }, () => 40)]);
    const far = (value: number) =>
      standOut([value, ...next, ...Array.from({ length: 80 }, (_, at) => 1 + (at % 40))]);
    expect(few(200)?.leadEfolds).toBeCloseTo(far(200)?.leadEfolds ?? 0);
    expect(far(200)?.leadEfolds).toBeGreaterThan(6);
    expect(far(101)?.leadEfolds).toBeLessThan(1);
    expect(standOut([2, 1])?.leadEfolds).toBe(0);
  });

  it('does not depend on the unit', () => {
    const values = fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(values, fc.constantFrom(2, 1024), (some, times) => {
        const [one, other] = [standOut(some), standOut(some.map((value) => value * times))];
        expect(other?.factor).toBeCloseTo(one?.factor ?? Number.NaN);
        expect(other?.sigmas).toBeCloseTo(one?.sigmas ?? Number.NaN);
        expect(other?.at).toBe(one?.at);
      }),
    );
  });

  it('tells how values of a few whole messages spread by those that differ, where most are the same', () => {
    const messages = [5, ...Array.from({ length: 99 }, (_, at) => (at < 4 ? 4 : at < 40 ? 3 : 2))];
    expect(standOut(messages)?.sigmas).toBeLessThan(4);
    expect(standOut([20, ...messages])?.sigmas).toBeGreaterThan(5);
    expect(standOut([5, ...new Array(99).fill(2)])?.sigmas).toBeGreaterThan(15);
  });
});

describe('quantile', () => {
  it('is a value with the share below it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (some, share) => {
          const value = quantile(some, share);
          expect(some).toContain(value);
          expect(some.filter((other) => other < value).length).toBeLessThanOrEqual(share * some.length);
        },
      ),
    );
  });
});
