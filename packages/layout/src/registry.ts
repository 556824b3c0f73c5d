import { type Network, WeftError } from '@weft/model';
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

/** The layout of a name that can draw this network. */
export function findLayout(name: string, network: Network): Layout {
  const layout = layouts.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  const refusal = layout?.refuses(network);
  if (layout && refusal === null) return layout;
  throw new WeftError({
    code: layout ? 'LAYOUT-REFUSED' : 'UNKNOWN-LAYOUT',
    message: layout
      ? `«${layout.name}» cannot draw this network: ${refusal}`
      : `there is no layout «${name}»`,
    advice: `This network can be drawn by ${layoutsFor(network)
      .map((candidate) => candidate.name)
      .join(', ')}.`,
  });
}
