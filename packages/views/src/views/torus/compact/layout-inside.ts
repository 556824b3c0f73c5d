import { layoutLattice } from '@weft/layout';
import type { TorusShape } from '@weft/network';
import { describeCell, shortCell } from './compact-figure.ts';
import type { CompactSize } from './compact-picture.ts';
import type { CompactPlan } from './compact-plan.ts';
import type { Collapses } from './create-collapses.ts';
import { stepBehind } from './layers-behind.ts';
import { innerArea, type LaidFigure } from './layout-grids.ts';
import { describeDimensions, describeSection, limitSection } from './limit-section.ts';

/** More cuboids side by side are too small to be read. */
const MOST_CUBOIDS = 4;
/** So many nodes are drawn with layers behind one another; slices show the rest. */
const MOST_IN_DEPTH = 4096;
const MOST_SLICES = 8;
/** Slices below the cuboids take this share of the height, where there is as much as they need. */
const SLICES_SHARE = 0.4;
const LEAST_HEIGHT = 300;
/** Of a comparison of two nodes, beside the cuboids. */
export const TABLE_WIDTH = 196;
const LEAST_WIDTH = 620;
const LARGEST_PITCH = 64;

export function hasTable(plan: CompactPlan, { width, zoomedWidth }: CompactSize): boolean {
  return plan.cells.length === 2 && width - zoomedWidth >= LEAST_WIDTH;
}

/** What is collapsed into the opened nodes: a cuboid each, side by side, and the same as flat slices below (VT-21). */
export function layoutInside(
  shape: TorusShape,
  plan: CompactPlan,
  collapses: Collapses,
  size: CompactSize,
  camera: readonly [number, number],
): LaidFigure[] {
  const cells = plan.cells.slice(0, MOST_CUBOIDS);
  if (plan.inside.length === 0 || cells.length === 0) return [];
  const layers = plan.inside.length < 3 ? 1 : shape.sizes[plan.inside[2]];
  const width = size.width - size.zoomedWidth - (hasTable(plan, size) ? TABLE_WIDTH : 0);
  const sliced = layers > 1 && cells.length * layers <= MOST_SLICES && size.lowerHeight >= LEAST_HEIGHT;
  const below = sliced ? Math.round(SLICES_SHARE * size.lowerHeight) : 0;
  const upper = size.lowerHeight - below;
  const place = { shape, plan, collapses, camera };
  const cuboids = cells.map((values, i) =>
    layoutCuboid(place, values, {
      x: (i * width) / cells.length,
      y: 0,
      width: width / cells.length,
      height: upper,
    }),
  );
  if (!sliced) return cuboids;
  const each = width / (cells.length * layers);
  const slices = cells.flatMap((values, i) =>
    Array.from({ length: layers }, (_, layer) =>
      layoutSlice(place, values, layer, {
        x: (i * layers + layer) * each,
        y: upper,
        width: each,
        height: below,
      }),
    ),
  );
  return [...cuboids, ...slices];
}

interface Place {
  readonly shape: TorusShape;
  readonly plan: CompactPlan;
  readonly collapses: Collapses;
  readonly camera: readonly [number, number];
}

function layoutCuboid(
  { shape, plan, collapses, camera }: Place,
  values: readonly number[],
  area: LaidFigure['area'],
): LaidFigure {
  const torus = collapses.collapse(plan.inside, values);
  const section = limitSection(torus.sizes, undefined, MOST_IN_DEPTH);
  const lattice = layoutLattice(
    torus.sizes,
    plan.inside.map((d) => shape.rings[d]),
    innerArea(area),
    {
      back: stepBehind(camera, torus.sizes[2] ?? 1),
      section,
      largest: LARGEST_PITCH,
      centred: false,
    },
  );
  const cuboid = describeDimensions(shape, plan.inside);
  return {
    title: describeCell(shape, values) || 'all nodes',
    about: [cuboid, ...describeSection(shape, torus, section)].join('; '),
    area,
    torus,
    lattice,
    fixed: values,
    collapsed: plan.rest,
    fill: 'segments',
    radius: nodeRadius(lattice.pitch, plan.rest.length > 0),
    marked: new Set(),
  };
}

/** One layer, flat: its nodes show the links that leave the layer. */
function layoutSlice(
  { shape, plan, collapses }: Place,
  values: readonly number[],
  layer: number,
  area: LaidFigure['area'],
): LaidFigure {
  const [x, y, depth] = plan.inside;
  const fixed = values.map((value, dimension) => (dimension === depth ? layer : value));
  const torus = collapses.collapse([x, y], fixed);
  const lattice = layoutLattice(torus.sizes, [shape.rings[x], shape.rings[y]], innerArea(area), {
    back: [0, 0],
    section: limitSection(torus.sizes),
    largest: LARGEST_PITCH,
    centred: false,
  });
  const collapsed = [depth, ...plan.rest];
  return {
    title: describeCell(
      shape,
      fixed.map((value, dimension) => (dimension === depth ? value : -1)),
    ),
    about: shortCell(values, shape.names),
    area,
    torus,
    lattice,
    fixed,
    collapsed,
    fill: 'segments',
    radius: nodeRadius(lattice.pitch, true),
    marked: new Set(),
  };
}

function nodeRadius(pitch: number, segments: boolean): number {
  return segments ? Math.min(0.24 * pitch, 14) : Math.max(1, Math.min(0.09 * pitch, 4));
}
