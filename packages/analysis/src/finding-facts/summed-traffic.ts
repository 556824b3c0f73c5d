import type { TableFrame } from '@weft/model';
import { type StepTraffic, stepEdges } from './link-traffic.ts';
import type { Frames } from './whole-frame.ts';

type LinkSumFrame = TableFrame<'link_sums', 'link' | 'value' | 'peak' | 'peak_time'>;
type StepSumFrame = TableFrame<'step_sums', 'time' | 'value'>;

/**
 * What links carried in all, from the sums that were written with the counters. Null where there are none, or where steps
 * differ in length: the largest sample need not be the highest rate then.
 */
export async function readSummedTraffic(
  linkCount: number,
  interval: number | null,
  links: Frames<LinkSumFrame>,
  openSteps: () => Frames<StepSumFrame>,
): Promise<StepTraffic | null> {
  const edges = await stepEdges(openSteps(), interval);
  const length = edges[1] - edges[0];
  if (edges.length === 0 || edges.some((edge, at) => at > 0 && edge - edges[at - 1] !== length)) return null;
  const stepOf = new Map(Array.from(edges.subarray(1), (end, step) => [end, step]));
  const traffic: StepTraffic = {
    edges,
    totals: new Float64Array(linkCount),
    peaks: new Float64Array(linkCount),
    peakSteps: new Int32Array(linkCount),
    steps: new Float64Array(edges.length - 1),
  };
  for await (const frame of openSteps()) addSteps(traffic, stepOf, frame);
  for await (const frame of links) addLinks(traffic, stepOf, length, frame);
  return traffic;
}

function addSteps(
  { steps }: StepTraffic,
  stepOf: ReadonlyMap<number, number>,
  { rows, columns }: StepSumFrame,
): void {
  for (let row = 0; row < rows; row++) steps[stepOf.get(columns.time[row])!] += columns.value[row];
}

function addLinks(
  { totals, peaks, peakSteps }: StepTraffic,
  stepOf: ReadonlyMap<number, number>,
  length: number,
  { rows, columns: { link, value, peak, peak_time } }: LinkSumFrame,
): void {
  for (let row = 0; row < rows; row++) {
    const at = link[row];
    if (at >= totals.length) continue;
    totals[at] += value[row];
    const rate = (peak[row] * 1e9) / length;
    if (rate <= peaks[at]) continue;
    peaks[at] = rate;
    peakSteps[at] = stepOf.get(peak_time[row])!;
  }
}
