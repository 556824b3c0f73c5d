import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accumulate, type Cube, createCube, cubeEnd, extendCube, rangeTotals } from '../src/index.ts';

const LINKS = 3;

/** A cube whose step s has the amount `amounts[s]` on each link, times its number. */
function cubeOf(amounts: readonly number[], first = 0): Cube {
  const times = Float64Array.from({ length: amounts.length + 1 }, (_, at) => first + at);
  const cube = createCube('data', LINKS, times);
  amounts.forEach((amount, step) => {
    for (let link = 0; link < LINKS; link++) cube.sums[(step + 1) * LINKS + link] = amount * (link + 1);
  });
  return accumulate(cube);
}

test('samples that come one after the other make the cube of all of them, the last of it replaced', () => {
  const amounts = fc.array(fc.nat(1000), { minLength: 4, maxLength: 60 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 9 }), (values, at) => {
      let cube = cubeOf([...values.slice(0, 3), 0].slice(0, 3));
      for (let end = 4; end <= values.length; end += at) {
        const from = cubeEnd(cube)!;
        cube = extendCube(cube, cubeOf(values.slice(from, end), from))!;
        expect(cube.steps).toBe(end);
      }
      const expected = cubeOf(values.slice(0, cube.steps));
      expect([...cube.times]).toEqual([...expected.times]);
      expect(rangeTotals(cube, 1, cube.steps)).toEqual(rangeTotals(expected, 1, cube.steps));
      expect([...cube.sums]).toEqual([...expected.sums]);
    }),
  );
});

test('what does not begin at one of its times, or has other links, does not fit', () => {
  const cube = cubeOf([1, 2, 3]);
  expect(extendCube(cube, cubeOf([4], 1.5))).toBeNull();
  expect(extendCube(cube, createCube('data', LINKS + 1, Float64Array.of(3, 4)))).toBeNull();
  expect(cubeEnd(cubeOf([1, 2]))).toBeNull();
});
