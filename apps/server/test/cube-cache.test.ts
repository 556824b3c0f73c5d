import { createCube, type Manifest } from '@weft/model';
import type { CubeOptions, Dataset } from '@weft/store';
import { expect, test } from 'vitest';
import { createCubeCache } from '../src/cube-cache.ts';

test('all steps wait for the sums of the whole run, which are the first picture', async () => {
  const asked: (number | undefined)[] = [];
  const answers: (() => void)[] = [];
  const dataset = {
    path: 'run.weft',
    manifest: { tables: {} } as Manifest,
    cube: (metric: string, { maxSteps }: CubeOptions) => {
      asked.push(maxSteps);
      return new Promise((resolve) => {
        answers.push(() => resolve(createCube(metric, 2, Float64Array.of(0, 1))));
      });
    },
  } as Dataset;
  const cache = createCubeCache(1e6);
  const whole = cache.get(dataset, 'bytes', { maxSteps: 1 });
  const steps = cache.get(dataset, 'bytes', {});
  const other = cache.get(dataset, 'packets', {});
  await Promise.resolve();
  expect(asked).toEqual([1, undefined]);
  answers.shift()?.();
  await whole;
  await Promise.resolve();
  expect(asked).toEqual([1, undefined, undefined]);
  for (const answer of answers) answer();
  await Promise.all([steps, other]);
});
