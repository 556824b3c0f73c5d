import { layoutLattice } from '@weft/layout';
import type { TorusShape } from '@weft/network';
import type { CompactFigure } from './compact-figure.ts';
import type { CompactSize } from './compact-picture.ts';
import type { CompactPlan } from './compact-plan.ts';
import type { Collapses } from './create-collapses.ts';
import { describeDimensions, describeSection, limitSection } from './limit-section.ts';

/** Before values are known. */
export type LaidFigure = Omit<CompactFigure, 'traffic' | 'holding'>;

/** Room for the title, the values along the axes and their names. */
const MARGIN = { left: 30, top: 42, right: 30, bottom: 18 };

const LARGEST_PITCH = 44;

/** Where to look: two dimensions each, the others collapsed (VT-19). */
export function layoutGrids(
  shape: TorusShape,
  plan: CompactPlan,
  collapses: Collapses,
  { width, gridsHeight }: CompactSize,
): LaidFigure[] {
  const free = shape.sizes.map(() => -1);
  const wide = width / plan.grids.length;
  return plan.grids.map((grid, i) => {
    const torus = collapses.collapse(grid, free);
    const section = limitSection(torus.sizes);
    const area = { x: i * wide, y: 0, width: wide, height: gridsHeight };
    const lattice = layoutLattice(
      torus.sizes,
      grid.map((d) => shape.rings[d]),
      innerArea(area),
      {
        back: [0, 0],
        section,
        largest: LARGEST_PITCH,
        centred: false,
      },
    );
    const sameGrid = grid.length === plan.kept.length && grid.every((d) => plan.kept.includes(d));
    return {
      title: describeDimensions(shape, grid),
      about: [...describeCollapsed(shape, torus.collapsed), ...describeSection(shape, torus, section)].join(
        '; ',
      ),
      area,
      torus,
      lattice,
      fixed: free,
      collapsed: torus.collapsed,
      fill: 'mean',
      radius: lattice.pitch < 6 ? 0.46 * lattice.pitch : Math.min(0.24 * lattice.pitch, 7),
      marked: new Set(sameGrid ? plan.cells.map((values) => cellOf(grid, torus.sizes, values)) : []),
    };
  });
}

export function innerArea({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return {
    x: x + MARGIN.left,
    y: y + MARGIN.top,
    width: Math.max(20, width - MARGIN.left - MARGIN.right),
    height: Math.max(20, height - MARGIN.top - MARGIN.bottom),
  };
}

/** Number of the cell with these values, by dimension of the torus. */
export function cellOf(kept: readonly number[], sizes: readonly number[], values: readonly number[]): number {
  let cell = 0;
  let stride = 1;
  kept.forEach((dimension, axis) => {
    cell += values[dimension] * stride;
    stride *= sizes[axis];
  });
  return cell;
}

function describeCollapsed(shape: TorusShape, collapsed: readonly number[]): string[] {
  return collapsed.length === 0
    ? []
    : [`${collapsed.map((dimension) => shape.names[dimension]).join(', ')} collapsed`];
}
