import { type Cube, type Network, stepRange } from '@weft/model';
import { linkGroups, type SplitPart } from '../../kit/link-groups.ts';
import type { Comparison } from '../../workspace.ts';
import { partSeries, perSecond, stepSeries } from './step-series.ts';

interface SeriesOptions {
  readonly measure: 'max' | 'mean';
  readonly rate: boolean;
}

/** One part of the links over time. */
export function seriesOf(
  cube: Cube,
  network: Network,
  part: SplitPart,
  { measure, rate }: SeriesOptions,
): Float64Array {
  const values = partSeries(stepSeries(cube, linkGroups(network)), part, measure);
  return rate ? perSecond(values, cube.times) : values;
}

/** Elapsed times of the longer side, from the start of each side's time range. */
export function elapsedTimes({ a, b }: Comparison): Float64Array | null {
  const sides = [a, b].map((side) => stepsOf(side.cube.value, side.time.value));
  const longest = sides.sort((x, y) => y[1] - y[0] - (x[1] - x[0]))[0];
  const owner = [a, b].find((side) => sameSteps(stepsOf(side.cube.value, side.time.value), longest));
  const times = owner?.cube.value?.times;
  if (!times) return null;
  return times.slice(longest[0], longest[1] + 1).map((time) => time - times[longest[0]]);
}

/** B − A step by step since the start of each; a side that has ended carries nothing. */
export function differenceSeries(
  comparison: Comparison,
  steps: number,
  series: (cube: Cube) => Float64Array,
): Float64Array {
  const [a, b] = [comparison.a, comparison.b].map(({ cube, time }) => {
    if (!cube.value) return new Float64Array(0);
    return series(cube.value).subarray(...stepsOf(cube.value, time.value));
  });
  return Float64Array.from({ length: steps }, (_, step) => (b[step] ?? 0) - (a[step] ?? 0));
}

function stepsOf(cube: Cube | null, time: readonly [number, number] | null): [number, number] {
  return cube ? stepRange(cube, time) : [0, 0];
}

function sameSteps(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
