import { accumulate, createCube } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStepAggregator, largestRange } from '../src/index.ts';

const metric = { name: 'data', unit: 'B', doc: '', kind: 'amount' as const };

describe('the largest total of any range', () => {
  it('is that of the ranges, tried one by one', () => {
    const amounts = fc.array(fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('sum', 'mean', 'max', 'rate'),
        (rows, steps, how) => {
          const times = Float64Array.from({ length: rows.length + 1 }, (_, step) => step * 1e9);
          const cube = createCube('data', 3, times);
          cube.sums.set(rows.flat(), 3);
          accumulate(cube);
          const aggregate = createStepAggregator(cube);
          const length = Math.min(steps, rows.length);
          const tried = Array.from({ length: rows.length - length + 1 }, (_, first) =>
            Math.max(...aggregate(metric, how, [times[first], times[first + length]])),
          );
          expect(largestRange(cube, steps, how, 'B')).toBeCloseTo(Math.max(...tried), 9);
        },
      ),
    );
  });
});
