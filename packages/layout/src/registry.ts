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

/** Every layout of a network: one line each. */
// biome-ignore lint/suspicious/noExplicitAny: each layout has its own options
export const layouts: readonly Layout<any>[] = [
  quaternarySchema,
  directLinear,
  directCone,
  directRectangular,
  layeredBlock,
  fractalF1,
  fatH,
  fractalF1Space,
  fatHSpace,
  mortonStripLayout,
  rotatingFractalLayout,
  ownPair,
  coordinateGrid,
  groupRings,
];

/** The layouts that can draw this network, best first: nothing opens empty. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function layoutsFor(network: Network): readonly Layout<any>[] {
  const preferred = ['HT', 'grid', 'rings'];
  const rank = (name: string): number =>
    (preferred.indexOf(name) + preferred.length + 1) % (preferred.length + 1);
  return layouts
    .filter((layout) => layout.refuses(network) === null)
    .sort((a, b) => rank(a.name) - rank(b.name));
}
