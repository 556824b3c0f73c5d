import { lowerBound, type TableFrame } from '@weft/model';
import type { StepTraffic } from '../finding-facts/link-traffic.ts';
import type { Frames } from '../finding-facts/whole-frame.ts';

/** Bytes and the busiest step of each link in steps [first, last). */
export async function sumStepsOfLinks(
  linkCount: number,
  edges: Float64Array,
  [first, last]: readonly [number, number],
  frames: Frames<TableFrame<'counters', 'time' | 'link' | 'value'>>,
): Promise<Pick<StepTraffic, 'edges' | 'totals' | 'peaks' | 'peakSteps'>> {
  const totals = new Float64Array(linkCount);
  const peaks = new Float64Array(linkCount);
  const peakSteps = new Int32Array(linkCount).fill(first);
  let [time, step] = [Number.NaN, -1];
  for await (const { rows, columns } of frames) {
    for (let row = 0; row < rows; row++) {
      if (columns.time[row] !== time) {
        time = columns.time[row];
        step = lowerBound(edges, time) - 1;
      }
      const link = columns.link[row];
      if (step < first || step >= last || link >= linkCount) continue;
      totals[link] += columns.value[row];
      const rate = (columns.value[row] * 1e9) / (edges[step + 1] - edges[step]);
      if (rate <= peaks[link]) continue;
      peaks[link] = rate;
      peakSteps[link] = step;
    }
  }
  return { edges, totals, peaks, peakSteps };
}
