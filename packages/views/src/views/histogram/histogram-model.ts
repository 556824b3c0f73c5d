import type { GroupedTotals } from '../../kit/grouped-totals.ts';
import type { SplitPart } from '../../kit/link-groups.ts';
import { type Bins, countBins, evenBins, niceBins, quantumOf } from './bins.ts';

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
export function createCounter() {
  let all = new Uint32Array(0);
  let visible = new Uint32Array(0);
  return (
    grouped: GroupedTotals,
    parts: readonly SplitPart[],
    wanted: number,
    range: readonly [number, number] | null = null,
  ): HistogramCounts => {
    const [low, high] = range ?? partExtent(grouped, parts);
    const round = niceBins(Math.min(low, 0), high, wanted);
    // Side by side both have the same bins.
    const bins = range ? round : evenBins(round, high, quantumOf(grouped.values));
    const size = bins.count * parts.length;
    if (all.length < size) {
      all = new Uint32Array(size);
      visible = new Uint32Array(size);
    }
    all.fill(0);
    visible.fill(0);
    const { values, kept, starts } = grouped;
    parts.forEach(({ groups }, index) => {
      for (const group of groups) {
        const [from, to] = [starts[group], starts[group + 1]];
        const first = index * bins.count;
        countBins(values.subarray(from, to), kept.subarray(from, to), bins, { all, kept: visible, first });
      }
    });
    return { bins, parts, all, visible, links: sum(all, size), shown: sum(visible, size) };
  };
}

function partExtent({ low, high, starts }: GroupedTotals, parts: readonly SplitPart[]): [number, number] {
  const groups = parts.flatMap((part) => part.groups).filter((group) => starts[group + 1] > starts[group]);
  if (groups.length === 0) return [0, 0];
  return [Math.min(...groups.map((group) => low[group])), Math.max(...groups.map((group) => high[group]))];
}

function sum(counts: Uint32Array, size: number): number {
  let total = 0;
  for (let at = 0; at < size; at++) total += counts[at];
  return total;
}
