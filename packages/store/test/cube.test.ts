import { join } from 'node:path';
import {
  batchFromRows,
  type Cube,
  extendCube,
  type RowOf,
  rangeTotals,
  stepRange,
  tables,
} from '@weft/model';
import { type CubeOptions, createDataset, openDataset } from '@weft/store';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder, writeSample } from './sample-dataset.ts';

const folder = temporaryFolder();
type Counter = RowOf<typeof tables.counters>;

const counter: fc.Arbitrary<Counter> = fc.record({
  time: fc.integer({ min: 100, max: 130 }),
  link: fc.integer({ min: 0, max: 4 }),
  metric: fc.constantFrom('xmit', 'wait'),
  value: fc.integer({ min: 0, max: 1000 }),
});

let count = 0;
async function cubeOf(rows: Counter[], options: CubeOptions = {}): Promise<Cube> {
  const path = join(folder, `${count++}.weft`);
  const writer = await createDataset(path);
  await writer.write('counters', batchFromRows(tables.counters, rows));
  await writer.finish({ title: 'random', interval: 5 });
  const dataset = await openDataset(path, { threads: 1 });
  try {
    return await dataset.cube('xmit', options);
  } finally {
    await dataset.close();
  }
}

test('a cube that gets what came after some step is the cube read whole', async () => {
  const samples = fc.array(counter, { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(samples, fc.nat(40), fc.nat(3), async (rows, cut, unsettled) => {
      fc.pre(rows.some((row) => row.metric === 'xmit'));
      const whole = await cubeOf(rows);
      const until = Math.min(whole.steps, 1 + (cut % whole.steps));
      const early = rows.filter(({ time }) => time <= whole.times[until]);
      const part = await cubeOf([...early, { time: 99, link: whole.links - 1, metric: 'wait', value: 0 }]);
      const after = part.times[Math.max(0, part.steps - unsettled)];
      const tail = await cubeOf(rows, { after });
      expect(tail.times[0]).toBe(after);
      const links = Math.max(part.links, tail.links);
      fc.pre(part.links === links && tail.links === links);
      const limit = { most: Number.MAX_SAFE_INTEGER, level: false };
      expect(extendCube(part, tail, limit)).toEqual({ ...whole, samplesPerStep: 1 });
    }),
    { numRuns: 6, seed: 5 },
  );
});

test('any range of steps sums to what the rows in it sum to', async () => {
  const samples = fc.array(counter, { minLength: 1, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(
      samples,
      fc.option(fc.integer({ min: 1, max: 9 })),
      fc.nat(40),
      fc.nat(40),
      async (rows, max, a, b) => {
        const xmit = rows.filter((row) => row.metric === 'xmit');
        fc.pre(xmit.length > 0);
        const cube = await cubeOf(rows, { maxSteps: max ?? undefined });
        const times = [...new Set(xmit.map((row) => row.time))].sort((x, y) => x - y);
        expect(cube.times[0]).toBe(times[0] - 5);
        expect(cube.times[cube.steps]).toBe(times.at(-1));
        if (max === null) expect([...cube.times.subarray(1)]).toEqual(times);
        else expect(cube.steps).toBeLessThanOrEqual(max);
        const [first, last] = [a % (cube.steps + 1), b % (cube.steps + 1)].sort((x, y) => x - y);
        const expected = new Float64Array(cube.links);
        for (const { time, link, value } of xmit) {
          if (time > cube.times[first] && time <= cube.times[last]) expected[link] += value;
        }
        expect(rangeTotals(cube, first, last)).toEqual(expected);
      },
    ),
    { numRuns: 25, seed: 3 },
  );
});

test('the sample: links without samples are there, missing samples are 0', async () => {
  const path = join(folder, 'sample.weft');
  await writeSample(path);
  const dataset = await openDataset(path);
  const cube = await dataset.cube('xmit');
  expect(cube).toMatchObject({ links: 4, steps: 3 });
  expect([...rangeTotals(cube, ...stepRange(cube, null))]).toEqual([30, 7, 2 ** 40, 5]);
  expect([...rangeTotals(cube, 0, 1)]).toEqual([10, 0, 0, 5]);
  const gauge = await dataset.cube('wait');
  expect(gauge).toMatchObject({ links: 4, steps: 1 });
  expect([...gauge.times]).toEqual([2e9, 3e9]);
  await expect(dataset.cube('nope')).rejects.toMatchObject({ code: 'UNKNOWN-METRIC' });
  await dataset.close();
});
