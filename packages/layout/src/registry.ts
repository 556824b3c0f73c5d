import type { Network } from '@weft/model';
import { coordinateGrid } from './general/coordinate-grid.ts';
import { groupRings } from './general/group-rings.ts';
import type { Layout } from './layout.ts';
import {
  fatH,
  fatHSpace,
  fractalF1,
  fractalF1Space,
  mortonStripLayout,
  ownPair,
  rotatingFractalLayout,
} from './tree/compact-layouts.ts';
import { directCone, directLinear, directRectangular, quaternarySchema } from './tree/direct.ts';
import { layeredBlock } from './tree/layered-block.ts';

/** Every layout of a network, one line each. The first that can draw a network is the one it opens with. */
export const layouts: readonly Layout[] = [
  fatH,
  coordinateGrid,
  groupRings,
  quaternarySchema,
  directLinear,
  directCone,
  directRectangular,
  layeredBlock,
  fractalF1,
  fractalF1Space,
  fatHSpace,
  mortonStripLayout,
  rotatingFractalLayout,
  ownPair,
];

/** Shown side by side for comparison: Figure 2 of the LANL paper and QS, in the order of its Table 1. */
export const comparedLayouts: readonly Layout[] = [
  quaternarySchema,
  directLinear,
  directCone,
  directRectangular,
  layeredBlock,
  fractalF1,
  fatH,
];

/** The layouts that can draw this network, best first: nothing opens empty. */
export function layoutsFor(network: Network): readonly Layout[] {
  return layouts.filter((layout) => layout.refuses(network) === null);
}
