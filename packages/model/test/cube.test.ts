import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accumulate, createCube, lowerBound, rangeTotals, stepRange, upperBound } from '../src/index.ts';

const amounts = fc.array(fc.array(fc.nat(1e12), { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 20,
});

describe('cube', () => {
  it('gives the total of any range by one subtraction per link', () => {
    fc.assert(
      fc.property(amounts, fc.nat(), fc.nat(), (steps, a, b) => {
        const cube = createCube(
          'data',
          3,
          Float64Array.from({ length: steps.length + 1 }, (_, s) => s * 10),
        );
        for (const [step, row] of steps.entries()) cube.sums.set(row, (step + 1) * 3);
        accumulate(cube);
        const [first, last] = [a % (steps.length + 1), b % (steps.length + 1)].sort((x, y) => x - y);
        const slow = [0, 1, 2].map((link) =>
          steps.slice(first, last).reduce((sum, row) => sum + row[link], 0),
        );
        expect([...rangeTotals(cube, first, last)]).toEqual(slow);
      }),
    );
  });

  it('takes the steps that overlap a time range', () => {
    const cube = createCube('data', 1, Float64Array.of(0, 10, 20, 30));
    expect(stepRange(cube, null)).toEqual([0, 3]);
    expect(stepRange(cube, [10, 20])).toEqual([1, 2]);
    expect(stepRange(cube, [9, 21])).toEqual([0, 3]);
    expect(stepRange(cube, [12, 13])).toEqual([1, 2]);
    expect(stepRange(cube, [-50, 5])).toEqual([0, 1]);
  });

  it('searches sorted numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(50), (values, wanted) => {
        const sorted = values.sort((a, b) => a - b);
        expect(lowerBound(sorted, wanted)).toBe(sorted.filter((value) => value < wanted).length);
        expect(upperBound(sorted, wanted)).toBe(sorted.filter((value) => value <= wanted).length);
      }),
    );
  });
});
