import type { Cube } from '@weft/model';

/** Amount of each step, added over the links. */
export function linkSeries({ links, steps, sums }: Cube, chosen: readonly number[]): Float64Array {
  const series = new Float64Array(steps);
  for (const link of chosen) {
    if (link >= links) continue;
    for (let step = 0; step < steps; step++) {
      series[step] += sums[(step + 1) * links + link] - sums[step * links + link];
    }
  }
  return series;
}

export function sumSteps(series: Float64Array, first: number, last: number): number {
  let sum = 0;
  for (let step = first; step < last; step++) sum += series[step];
  return sum;
}

/** Mean per second inside and outside of some runs; NaN where there is no such time. */
export function meanRates(
  series: Float64Array,
  times: Float64Array,
  [first, last]: readonly [number, number],
  run: readonly [number, number],
): { readonly during: number; readonly otherwise: number } {
  const sums = [0, 0];
  const spans = [0, 0];
  for (let step = first; step < last; step++) {
    const middle = (times[step] + times[step + 1]) / 2;
    const inside = middle >= run[0] && middle < run[1] ? 0 : 1;
    sums[inside] += series[step];
    spans[inside] += times[step + 1] - times[step];
  }
  return { during: (sums[0] / spans[0]) * 1e9, otherwise: (sums[1] / spans[1]) * 1e9 };
}
