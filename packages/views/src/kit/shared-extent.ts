import { extent } from '@weft/draw';
import { utilisationMetric } from '@weft/model';
import type { Workspace } from '../workspace.ts';

/** True in a panel whose totals are signed differences. */
export function showsDifference(workspace: Workspace): boolean {
  return workspace.comparison?.value?.shows === 'difference';
}

/** Close enough that most of the colours are used. */
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The least round share that holds one, in percent; a share above the capacity has none. */
function roundShare(share: number): number | null {
  if (!(share > 0) || share > 100) return null;
  const power = 10 ** Math.floor(Math.log10(share));
  const ends = ROUND.map((round) => Math.min(100, Number((round * power).toPrecision(2))));
  return ends.find((end) => end >= share) ?? null;
}

/**
 * Where a scale of colours ends; null = where the amounts of its sides do. Shares of a capacity end at 100 %, or at the
 * least round share that holds them all, so that the colours of one picture compare with those of another.
 */
export function scaleEnd(workspace: Workspace, sides: readonly Float64Array[]): number | null {
  const end = heldEnd(workspace);
  const isShare = workspace.linkValues.metric.value?.name === utilisationMetric.name;
  if (!isShare || showsDifference(workspace)) return end;
  const largest = Math.max(end ?? 0, ...sides.map((totals) => extent(totals)[1]));
  return roundShare(largest) ?? end;
}

/** Where scales of amounts have to end; null = where the amounts do. */
function heldEnd(workspace: Workspace): number | null {
  return showsDifference(workspace) ? null : (workspace.linkValues.heldEnd?.value ?? null);
}

/** Least and greatest value of a scale for both sides of a comparison, or for every time range; null = of what is shown. */
export function sharedExtent(workspace: Workspace): [number, number] | null {
  const both = sharedTotals(workspace);
  const end = heldEnd(workspace);
  if (!both) return end === null ? null : [0, end];
  const ranges = both.map(extent);
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}

/** Totals of both sides where two are shown on one scale; null where a panel stands alone or shows a difference. */
export function sharedTotals(workspace: Workspace): readonly [Float64Array, Float64Array] | null {
  const comparison = workspace.comparison?.value;
  if (!comparison || comparison.shows === 'difference') return null;
  const a = comparison.a.totals.value;
  const b = comparison.b.totals.value;
  return a && b ? [a, b] : null;
}
