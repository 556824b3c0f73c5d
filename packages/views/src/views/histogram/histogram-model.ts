import type { LinkGroups, SplitPart } from '../../kit/link-groups.ts';
import { type Bins, countBins, niceBins } from './bins.ts';

export interface HistogramCounts {
  readonly bins: Bins;
  readonly parts: readonly SplitPart[];
  /** Links per part and bin that pass class and direction, and those that pass everything. */
  readonly all: Uint32Array;
  readonly visible: Uint32Array;
  readonly links: number;
  readonly shown: number;
}

/** Counts into buffers that live as long as the view: a moving brush allocates nothing of size. */
export function createCounter(links: LinkGroups) {
  let all = new Uint32Array(0);
  let visible = new Uint32Array(0);
  const partOf = new Int32Array(links.groups.length);
  return (
    totals: Float64Array,
    mask: Uint8Array | null,
    parts: readonly SplitPart[],
    wanted: number,
    range: readonly [number, number] | null = null,
  ): HistogramCounts => {
    partOf.fill(-1);
    parts.forEach((part, index) => {
      for (const group of part.groups) partOf[group] = index;
    });
    const [low, high] = range ?? partExtent(totals, links.groupOf, partOf);
    const bins = niceBins(Math.min(low, 0), high, wanted);
    const size = bins.count * parts.length;
    if (all.length < size) {
      all = new Uint32Array(size);
      visible = new Uint32Array(size);
    }
    countBins(totals, links.groupOf, partOf, mask, bins, all, visible);
    return { bins, parts, all, visible, links: sum(all, size), shown: sum(visible, size) };
  };
}

function partExtent(values: Float64Array, groupOf: Uint16Array, partOf: Int32Array): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let link = 0; link < values.length; link++) {
    if (partOf[groupOf[link]] < 0) continue;
    const value = values[link];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 0];
}

function sum(counts: Uint32Array, size: number): number {
  let total = 0;
  for (let at = 0; at < size; at++) total += counts[at];
  return total;
}
