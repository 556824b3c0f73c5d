import { formatQuantity } from '@weft/model';
import { directionName } from '@weft/network';
import { cellSlots, describeCell, figuresOf, shownValue } from './compact-figure.ts';
import type { CompactPicture } from './compact-picture.ts';
import { cellOf } from './layout-grids.ts';

/** What two opened nodes carry in a direction that is collapsed into them. */
interface ComparedDirection {
  readonly name: string;
  readonly first: number;
  readonly second: number;
}

/** Of the first two opened nodes; empty where fewer are open. */
export function compareCells({ plan, zoomed, shape, figure }: CompactPicture): ComparedDirection[] {
  if (plan.cells.length < 2) return [];
  const [first, second] = plan.cells.map((values) => cellOf(plan.kept, zoomed.torus.sizes, values));
  const collapsed = zoomed.collapsed.filter((dimension) => shape.sizes[dimension] > 1);
  const value = (slot: number): number => shownValue(figuresOf(zoomed, [slot]), figure);
  const others = cellSlots(zoomed, second, collapsed);
  return cellSlots(zoomed, first, collapsed).map((slot, i) => ({
    name: directionName(shape, slot % shape.directions),
    first: value(slot),
    second: value(others[i]),
  }));
}

/** The opened nodes in words, with the direction in which two of them differ most. */
export function describeOpened(picture: CompactPicture): string {
  const { plan, shape, unit } = picture;
  if (plan.kept.length === shape.sizes.length) return 'No dimension is collapsed: every node is drawn.';
  if (plan.cells.length === 0) return 'Click a node of the zoomed grid, or drag over several, to see inside.';
  const inside = plan.inside.map((dimension) => shape.names[dimension]).join(' × ');
  const compared = compareCells(picture);
  if (plan.cells.length !== 2 || picture.totals.length === 0) {
    const nodes = plan.cells.length === 1 ? 'One node is' : `${plan.cells.length} nodes are`;
    return `${nodes} opened: the ${inside} inside.`;
  }
  const most = compared.reduce((a, b) =>
    Math.abs(b.second - b.first) > Math.abs(a.second - a.first) ? b : a,
  );
  if (most.second === most.first) return 'Both nodes carry the same in every direction, on average.';
  const [here, there] = plan.cells.map((values) => describeCell(shape, values));
  const ratio = most.first > 0 && most.second > 0 ? `, ${(most.second / most.first).toPrecision(3)} ×` : '';
  return `They differ most in ${most.name}: ${formatQuantity(most.first, unit)} at ${here}, ${formatQuantity(most.second, unit)} at ${there}${ratio}.`;
}
