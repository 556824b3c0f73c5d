import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accumulate,
  type Cube,
  createCube,
  cubeEnd,
  extendCube,
  limitSteps,
  rangeTotals,
  type StepLimit,
} from '../src/index.ts';

const LINKS = 3;
const FREE: StepLimit = { most: Number.MAX_SAFE_INTEGER, level: false };

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
        cube = extendCube(cube, cubeOf(values.slice(from, end), from), FREE)!;
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
  expect(extendCube(cube, cubeOf([4], 1.5), FREE)).toBeNull();
  expect(extendCube(cube, createCube('data', LINKS + 1, Float64Array.of(3, 4)), FREE)).toBeNull();
  expect(cubeEnd(cubeOf([1, 2]))).toBeNull();
});

/** Sums or means of every so many values, added up. */
function mergedSlowly(values: readonly number[], samples: number, level: boolean): number[] {
  const sums = [0];
  for (let from = 0; from < values.length; from += samples) {
    const step = values.slice(from, from + samples);
    const sum = step.reduce((a, b) => a + b, 0);
    sums.push(sums[sums.length - 1] + (level ? sum / step.length : sum));
  }
  return sums;
}

test('a cube that may not have more steps makes them twice as long: amounts add up, levels have their mean', () => {
  const amounts = fc.array(fc.nat(1000), { minLength: 4, maxLength: 90 });
  const limits = fc.record({ most: fc.integer({ min: 6, max: 20 }), level: fc.boolean() });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 30 }), limits, (values, at, limit) => {
      let cube = cubeOf(values.slice(0, 3));
      let end = 3;
      while (end < values.length) {
        end = Math.min(values.length, end + at);
        const from = cubeEnd(cube)!;
        cube = extendCube(cube, cubeOf(values.slice(from, end), from), limit)!;
        expect(cube.sums.buffer.byteLength).toBeLessThanOrEqual(8 * LINKS * (limit.most + 1));
      }
      const samples = cube.samplesPerStep!;
      expect(cube.steps).toBe(Math.ceil(values.length / samples));
      expect(cube.steps).toBeLessThanOrEqual(limit.most);
      if (samples > 1) expect(values.length / (samples / 2)).toBeGreaterThan(limit.most);
      const expected = mergedSlowly(values, samples, limit.level);
      expected.forEach((sum, step) => void expect(cube.sums[step * LINKS]).toBeCloseTo(sum, 6));
      expect([...cube.times]).toEqual(expected.map((_, step) => Math.min(step * samples, values.length)));
      const atOnce = limitSteps(cubeOf(values), limit);
      expect([...atOnce.times]).toEqual([...cube.times]);
      atOnce.sums.forEach((sum, index) => void expect(sum).toBeCloseTo(cube.sums[index], 6));
    }),
  );
});
