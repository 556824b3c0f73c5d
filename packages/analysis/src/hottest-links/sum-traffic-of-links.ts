import { lowerBound, type TableFrame, textAt } from '@weft/model';
import type { Frames } from '../finding-facts/whole-frame.ts';

export interface TrafficOfLinks {
  /** Chosen links, the fullest in its busiest step first; by bytes where no capacity is known. */
  readonly order: number[];
  readonly bytes: Float64Array;
  /** Of its capacity in its busiest step; -1 where it is not known. */
  readonly percent: Float64Array;
  /** The busiest step. */
  readonly step: Int32Array;
}

interface LinkChoice {
  readonly classes: readonly string[];
  readonly directions: readonly string[];
  readonly limit: number;
}

/** Bytes and the busiest step of each link in steps [first, last). */
export async function sumTrafficOfLinks(
  links: TableFrame<'links', 'id' | 'class' | 'direction' | 'capacity'>,
  edges: Float64Array,
  [first, last]: readonly [number, number],
  choice: LinkChoice,
  frames: Frames<TableFrame<'counters', 'time' | 'link' | 'value'>>,
): Promise<TrafficOfLinks> {
  const bytes = new Float64Array(links.rows);
  const peaks = new Float64Array(links.rows);
  const step = new Int32Array(links.rows).fill(first);
  for await (const { rows, columns } of frames) {
    for (let row = 0; row < rows; row++) {
      const at = lowerBound(edges, columns.time[row]) - 1;
      const link = columns.link[row];
      if (at < first || at >= last || link >= links.rows) continue;
      bytes[link] += columns.value[row];
      const rate = (columns.value[row] * 1e9) / (edges[at + 1] - edges[at]);
      if (rate <= peaks[link]) continue;
      peaks[link] = rate;
      step[link] = at;
    }
  }
  const { capacity, class: classes, direction } = links.columns;
  const percent = peaks.map((rate, link) => (capacity[link] > 0 ? (100 * rate) / capacity[link] : -1));
  const chosen = (wanted: readonly string[], name: string | null) =>
    wanted.length === 0 || (name !== null && wanted.includes(name));
  const order = Array.from(bytes.keys()).filter(
    (link) =>
      bytes[link] > 0 &&
      chosen(choice.classes, textAt(classes, link)) &&
      chosen(choice.directions, textAt(direction, link)),
  );
  order.sort((a, b) => percent[b] - percent[a] || bytes[b] - bytes[a] || a - b);
  return { order: order.slice(0, choice.limit), bytes, percent, step };
}
