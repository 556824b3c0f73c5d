import { layoutLattice } from '@weft/layout';
import type { TorusShape } from '@weft/network';
import type { CompactSize } from './compact-picture.ts';
import type { CompactPlan } from './compact-plan.ts';
import type { Collapses } from './create-collapses.ts';
import { stepBehind } from './layers-behind.ts';
import { cellOf, innerArea, type LaidFigure } from './layout-grids.ts';
import { describeDimensions, describeSection, limitSection } from './limit-section.ts';

const LARGEST_PITCH = 110;
const LARGEST_NODE = 40;

/** The grid, line, cube or single node of the kept dimensions, large; a segment for each collapsed one (VT-20, VT-22). */
export function layoutZoomed(
  shape: TorusShape,
  plan: CompactPlan,
  collapses: Collapses,
  { zoomedWidth, lowerHeight }: CompactSize,
  camera: readonly [number, number],
): LaidFigure {
  const free = shape.sizes.map(() => -1);
  const torus = collapses.collapse(plan.kept, free);
  const section = limitSection(torus.sizes, plan.section);
  const layers = section.length < 3 ? 1 : section[2][1] - section[2][0] + 1;
  const back = plan.kept.length < 3 ? ([0, 0] as const) : stepBehind(camera, layers);
  const area = { x: 0, y: 0, width: zoomedWidth, height: lowerHeight };
  const lattice = layoutLattice(
    torus.sizes,
    plan.kept.map((d) => shape.rings[d]),
    roomForNodes(innerArea(area)),
    {
      back,
      section,
      largest: LARGEST_PITCH,
      centred: plan.kept.length === 0,
    },
  );
  const apart = layers === 1 ? 1 : Math.min(1, 1.15 * Math.hypot(...back));
  return {
    title: describeDimensions(shape, plan.kept),
    about: [...describeSegments(shape, torus.collapsed), ...describeSection(shape, torus, section)].join(
      '; ',
    ),
    area,
    torus,
    lattice,
    fixed: free,
    collapsed: torus.collapsed,
    fill: 'segments',
    radius: Math.min(0.36 * lattice.pitch * apart, LARGEST_NODE),
    marked: new Set(plan.cells.map((values) => cellOf(plan.kept, torus.sizes, values))),
  };
}

/** Nodes at the edge have a radius, too. */
function roomForNodes(area: { x: number; y: number; width: number; height: number }) {
  const margin = Math.min(34, 0.07 * Math.min(area.width, area.height) + 6);
  return {
    x: area.x + margin,
    y: area.y + margin,
    width: area.width - 1.4 * margin,
    height: area.height - 1.4 * margin,
  };
}

function describeSegments({ names, sizes }: TorusShape, collapsed: readonly number[]): string[] {
  const [first, ...others] = collapsed.filter((dimension) => sizes[dimension] > 1).map((d) => names[d]);
  if (first === undefined) return [];
  return [`${first} up${others.length > 0 ? `, ${others.join(', ')} clockwise` : ''}`];
}
