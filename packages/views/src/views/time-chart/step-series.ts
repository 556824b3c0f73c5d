import type { Cube } from '@weft/model';
import type { LinkGroups, SplitPart } from '../../kit/link-groups.ts';

/** Sum and maximum over the links of each group in each step: at [group * steps + step]. */
interface StepSeries {
  readonly steps: number;
  readonly sum: Float64Array;
  readonly max: Float64Array;
}

const cache = new WeakMap<Cube, { readonly groups: LinkGroups; readonly series: StepSeries }>();

/** Computed once per cube: one pass over its steps and links. */
export function stepSeries(cube: Cube, groups: LinkGroups): StepSeries {
  const cached = cache.get(cube);
  if (cached?.groups === groups) return cached.series;
  const series = reduceSteps(cube, groups);
  cache.set(cube, { groups, series });
  return series;
}

export function reduceSteps(cube: Cube, { groups, groupOf }: LinkGroups): StepSeries {
  const { links, steps, sums } = cube;
  const count = groups.length;
  const sum = new Float64Array(count * steps);
  const max = new Float64Array(count * steps);
  const stepSum = new Float64Array(count);
  const stepMax = new Float64Array(count);
  for (let step = 0; step < steps; step++) {
    stepSum.fill(0);
    stepMax.fill(Number.NEGATIVE_INFINITY);
    const before = step * links;
    const after = before + links;
    for (let link = 0; link < links; link++) {
      const value = sums[after + link] - sums[before + link];
      const group = groupOf[link];
      stepSum[group] += value;
      if (value > stepMax[group]) stepMax[group] = value;
    }
    for (let group = 0; group < count; group++) {
      sum[group * steps + step] = stepSum[group];
      max[group * steps + step] = stepMax[group];
    }
  }
  return { steps, sum, max };
}

/** One line: the largest of several groups, or their mean weighted by the number of links. */
export function partSeries(series: StepSeries, part: SplitPart, measure: 'max' | 'mean'): Float64Array {
  const { steps } = series;
  const values = new Float64Array(steps);
  if (measure === 'max') values.fill(Number.NEGATIVE_INFINITY);
  for (const group of part.groups) {
    const offset = group * steps;
    for (let step = 0; step < steps; step++) {
      if (measure === 'mean') values[step] += series.sum[offset + step] / part.links;
      else if (series.max[offset + step] > values[step]) values[step] = series.max[offset + step];
    }
  }
  return values;
}

/** Amounts per step become amounts per second. */
export function perSecond(values: Float64Array, times: Float64Array): Float64Array {
  return values.map((value, step) => (value * 1e9) / Math.max(times[step + 1] - times[step], 1));
}
