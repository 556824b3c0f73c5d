import { extent } from '@weft/draw';
import { stepRange } from '@weft/model';
import { throughTraffic } from './attributes.ts';
import type { MachineData } from './machine-needs.ts';

/** Busiest value that `brightness` shows. */
export const COUNTER_FULL = 8;

const peaks = new WeakMap<object, number>();

/** Traffic through each vertex in the step at `time`, scaled so that the busiest vertex of the run has COUNTER_FULL. */
export function counterActivity({ network, cube }: MachineData, time: number, activity: Float32Array): void {
  if (!cube || cube.steps === 0) return;
  const [step] = stepRange(cube, [time, time + 1]);
  const traffic = stepTraffic(network, cube, step);
  const factor = COUNTER_FULL / (peakOf(network, cube) || 1);
  for (let v = 0; v < activity.length; v++) activity[v] = traffic[v] * factor;
}

/** Traffic through each vertex from `start` to the end of the step at `time`. */
export function counterTotals(
  { network, cube }: MachineData,
  start: number,
  time: number,
): Float64Array | null {
  if (!cube || cube.steps === 0) return null;
  const [first] = stepRange(cube, [start, start + 1]);
  const [last] = stepRange(cube, [time, time + 1]);
  return throughTraffic(network, difference(cube, first, last + 1));
}

function stepTraffic(network: MachineData['network'], cube: NonNullable<MachineData['cube']>, step: number) {
  return throughTraffic(network, difference(cube, step, step + 1));
}

function difference(
  { sums, links }: NonNullable<MachineData['cube']>,
  first: number,
  last: number,
): Float64Array {
  const totals = new Float64Array(links);
  for (let link = 0; link < links; link++)
    totals[link] = sums[last * links + link] - sums[first * links + link];
  return totals;
}

function peakOf(network: MachineData['network'], cube: NonNullable<MachineData['cube']>): number {
  const known = peaks.get(cube);
  if (known !== undefined) return known;
  let peak = 0;
  for (let step = 0; step < cube.steps; step++) {
    peak = Math.max(peak, extent(stepTraffic(network, cube, step))[1]);
  }
  peaks.set(cube, peak);
  return peak;
}
