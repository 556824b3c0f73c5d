import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortNumbers, sortOrder } from '../src/radix-sort/radix-sort.ts';

const numbers = fc.array(
  fc.oneof(
    fc.double({ noNaN: true }).map((value) => value + 0),
    fc.integer({ min: -3, max: 3 }),
    fc.maxSafeInteger(),
  ),
  { maxLength: 200 },
);

describe('radix sort', () => {
  it('sorts as the built-in sort does', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const array = Float64Array.from(values);
        expect([...sortNumbers(array.slice())]).toEqual([...array.slice().sort()]);
      }),
    );
  });

  it('gives the stable order', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const expected = values.map((_, i) => i).sort((a, b) => values[a] - values[b] || a - b);
        expect([...sortOrder(Float64Array.from(values))]).toEqual(expected);
      }),
    );
  });
});
