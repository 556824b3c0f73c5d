import { accumulate, type Cube, createCube } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRangeMaxima } from '../src/range-maxima.ts';

function cubeOf(links: number, amounts: readonly number[]): Cube {
  const steps = Math.floor(amounts.length / links);
  const times = Float64Array.from({ length: steps + 1 }, (_, i) => i * 60e9);
  const cube = createCube('x', links, times);
  cube.sums.set(amounts, links);
  return accumulate(cube);
}

describe('createRangeMaxima', () => {
  it('equals the obvious maximum for every range', () => {
    const steps = fc.array(fc.array(fc.integer({ min: -5, max: 1000 }), { minLength: 3, maxLength: 3 }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, fc.nat(40), fc.nat(40), (rows, a, b) => {
        const cube = cubeOf(3, rows.flat());
        const first = Math.min(a, b) % rows.length;
        const last = Math.max(first + 1, Math.min(rows.length, Math.max(a, b)));
        const slow = [0, 1, 2].map((link) => Math.max(...rows.slice(first, last).map((row) => row[link])));
        const maxima = createRangeMaxima(cube);
        expect(Array.from(maxima(first, last, new Float64Array(3)))).toEqual(slow);
      }),
    );
  });
});
