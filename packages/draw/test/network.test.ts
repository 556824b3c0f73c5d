import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitPositions, leastDistance } from '../src/network/fit-positions.ts';

it('fits positions into the square, upwards, and leaves out what is not drawn', () => {
  const coordinates = Float32Array.of(0, 0, 4, 2, Number.NaN, Number.NaN);
  const { x, y } = fitPositions({ dimensions: 2, coordinates }, 100);
  expect([...x]).toEqual([0, 100, Number.NaN]);
  expect([...y]).toEqual([75, 25, Number.NaN]);
});

it('finds the least distance of two marks that are apart', () => {
  const place = fc.tuple(fc.nat(30), fc.nat(30));
  fc.assert(
    fc.property(fc.array(place, { maxLength: 40 }), (places) => {
      const [x, y] = [0, 1].map((axis) => Float64Array.from(places, (one) => one[axis]));
      const distances = places.flatMap(([ax, ay]) => places.map(([bx, by]) => Math.hypot(bx - ax, by - ay)));
      const obvious = Math.min(20, ...distances.filter((distance) => distance > 0));
      expect(leastDistance({ x, y }, places.keys(), 20)).toBe(obvious);
    }),
  );
});
