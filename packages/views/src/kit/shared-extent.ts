import { extent } from '@weft/draw';
import type { Workspace } from '../workspace.ts';

/** True in a panel whose totals are signed differences. */
export function showsDifference(workspace: Workspace): boolean {
  return workspace.comparison?.value?.shows === 'difference';
}

/** Where scales of amounts have to end; null = where the amounts do. */
export function heldEnd(workspace: Workspace): number | null {
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
