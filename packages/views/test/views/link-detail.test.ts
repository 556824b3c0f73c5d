import { NONE } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkSeries, meanRates, sumSteps } from '../../src/views/link-detail/link-series.ts';
import { binWidth, jobBytes, roundShares, shareOut } from '../../src/views/link-detail/link-shares.ts';

const HOUR = 3600e9;

describe('shares of a link', () => {
  it('adds up to the counter with an explicit rest', () => {
    const { parts, explained } = shareOut(
      100,
      new Map([
        [3, 20],
        [1, 50],
        [2, 0],
      ]),
    );
    expect(explained).toBe(70);
    expect(parts.map(({ job, bytes }) => [job, bytes])).toEqual([
      [1, 50],
      [3, 20],
      [NONE, 30],
    ]);
  });

  it('has shares that add up to one, whatever the counter says', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1e9), { maxLength: 20 }), fc.nat(1e10), (amounts, counted) => {
        const { parts } = shareOut(counted, new Map(amounts.map((bytes, job) => [job, bytes])));
        const sum = parts.reduce((total, { share }) => total + share, 0);
        const any = counted > 0 || amounts.some((bytes) => bytes > 0);
        expect(sum).toBeCloseTo(any ? 1 : 0, 9);
        const bytes = parts.reduce((total, part) => total + part.bytes, 0);
        expect(bytes).toBe(
          Math.max(
            counted,
            amounts.reduce((total, amount) => total + amount, 0),
          ),
        );
      }),
    );
  });

  it('shows percentages that add up to exactly 100', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1e6), { minLength: 1, maxLength: 30 }), (amounts) => {
        const texts = roundShares(amounts);
        const nothing = amounts.every((amount) => amount === 0);
        const tenths = texts.reduce((sum, text) => sum + Math.round(Number.parseFloat(text) * 10), 0);
        if (nothing) expect(new Set(texts)).toEqual(new Set(['–']));
        else expect(tenths).toBe(1000);
      }),
    );
  });
});

describe('bytes of jobs in a time range', () => {
  const jobs = {
    id: Int32Array.of(0, 1),
    start: Float64Array.of(0, 1.5 * HOUR),
    end: Float64Array.of(4 * HOUR, NONE),
  };
  const loads = {
    time: Float64Array.of(HOUR, 2 * HOUR, 2 * HOUR, 4 * HOUR),
    job: Int32Array.of(0, 0, 1, 0),
    bytes: Float64Array.of(100, 200, 60, 400),
  };

  it('finds the width of the bins although some are empty', () => {
    expect(binWidth([2 * HOUR, 5 * HOUR, HOUR], 0)).toBe(HOUR);
    expect(binWidth([3.8e6, 0.4e6], 0)).toBe(0.2e6);
  });

  it('takes whole bins as they are', () => {
    expect(jobBytes(loads, jobs, HOUR, null)).toEqual({
      bytes: new Map([
        [0, 700],
        [1, 60],
      ]),
      estimated: false,
    });
    expect(jobBytes(loads, jobs, HOUR, [HOUR, 2 * HOUR])).toEqual({
      bytes: new Map([
        [0, 200],
        [1, 60],
      ]),
      estimated: false,
    });
  });

  it('cuts a bin by the part of the run inside, and says so', () => {
    // Job 1 runs in the second half of its bin only: all of its bytes lie after 1.5 h.
    const { bytes, estimated } = jobBytes(loads, jobs, HOUR, [1.5 * HOUR, 2 * HOUR]);
    expect(bytes).toEqual(
      new Map([
        [0, 100],
        [1, 60],
      ]),
    );
    expect(estimated).toBe(true);
  });
});

describe('series of links', () => {
  const cube = {
    metric: 'data',
    links: 2,
    steps: 3,
    times: Float64Array.of(0, 1e9, 2e9, 3e9),
    sums: Float64Array.of(0, 0, 1, 10, 3, 30, 6, 60),
  };

  it('adds chosen links step by step', () => {
    expect([...linkSeries(cube, [0])]).toEqual([1, 2, 3]);
    expect([...linkSeries(cube, [0, 1])]).toEqual([11, 22, 33]);
    expect(sumSteps(linkSeries(cube, [1]), 1, 3)).toBe(50);
  });

  it('compares the rate during a run with the rate without it', () => {
    const rates = meanRates(linkSeries(cube, [1]), cube.times, [0, 3], [1e9, 3e9]);
    expect(rates).toEqual({ during: 25, otherwise: 10 });
  });
});
