import type { PlacedBars } from './bar-column.ts';
import { countOrder } from './count-order.ts';

/** Traffic between the bars of two columns, by place. */
export interface Flows {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  readonly messages: Float64Array;
}

/**
 * Where each ribbon meets its bar: side by side in the order of the other ends, centred. Where a bar is too small
 * for what passes through it they overlap, and the overlap shows how much too small it is.
 */
export function ribbonEnds(
  own: Int32Array,
  other: Int32Array,
  widths: Float64Array,
  { tops, heights }: PlacedBars,
): Float64Array {
  const total = new Float64Array(tops.length);
  own.forEach((bar, i) => {
    total[bar] += widths[i];
  });
  const used = new Float64Array(tops.length);
  const ends = new Float64Array(own.length);
  for (const i of countOrder(own, other)) {
    const bar = own[i];
    const squeeze = total[bar] > heights[bar] ? heights[bar] / total[bar] : 1;
    const free = heights[bar] - total[bar] * squeeze;
    ends[i] = tops[bar] + free / 2 + (used[bar] + widths[i] / 2) * squeeze;
    used[bar] += widths[i];
  }
  return ends;
}
