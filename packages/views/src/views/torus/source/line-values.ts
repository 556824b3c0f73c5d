import type { TorusLines } from '@weft/layout';
import type { TorusShape } from '@weft/network';

/** What the links behind each line carry. */
export interface LineValues {
  readonly mean: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** 1 where the selection keeps a link of the line. */
  readonly shown: Uint8Array;
}

/** Into buffers that live as long as the lines: a moving brush allocates nothing of size. */
export function createLineValues({ linkAt }: TorusShape, { count, lineOf, links }: TorusLines) {
  const slots = lineOf.reduce((sum, line, slot) => sum + Number(line >= 0 && linkAt[slot] >= 0), 0);
  const link = new Int32Array(slots);
  const line = new Int32Array(slots);
  let next = 0;
  for (let slot = 0; slot < lineOf.length; slot++) {
    if (lineOf[slot] < 0 || linkAt[slot] < 0) continue;
    link[next] = linkAt[slot];
    line[next++] = lineOf[slot];
  }
  const values: LineValues = {
    mean: new Float64Array(count),
    low: new Float64Array(count),
    high: new Float64Array(count),
    shown: new Uint8Array(count),
  };
  return (totals: Float64Array, visible: Uint8Array | null): LineValues => {
    const { mean, low, high, shown } = values;
    mean.fill(0);
    low.fill(Number.POSITIVE_INFINITY);
    high.fill(Number.NEGATIVE_INFINITY);
    shown.fill(0);
    for (let i = 0; i < slots; i++) {
      const at = line[i];
      const value = totals[link[i]] ?? 0;
      mean[at] += value;
      if (value < low[at]) low[at] = value;
      if (value > high[at]) high[at] = value;
      if (visible === null || visible[link[i]] !== 0) shown[at] = 1;
    }
    for (let at = 0; at < count; at++) if (links[at] > 1) mean[at] /= links[at];
    return { ...values };
  };
}

/** Links behind a mean differ by more than this share of the largest. */
const MIXED = 0.05;

export function isMixed({ low, high }: LineValues, line: number): boolean {
  return differ(low[line], high[line]);
}

/** Of the least and the largest value behind a mean. */
export function differ(low: number, high: number): boolean {
  return high - low > MIXED * Math.max(Math.abs(high), Math.abs(low));
}
