import type { Network } from '@weft/model';
import type { LayeredBlocks } from './blocks.ts';
import type { GeneratingPair } from './compact/generating-pair.ts';
import { type LayoutParameters, type ParameterValues, readParameters } from './layout-parameters.ts';
import { placeNics } from './place-nics.ts';

/** Positions of vertices: pure geometry, the same for the page and for SVG export. */
export interface Positions {
  readonly dimensions: 2 | 3;
  /** `dimensions` numbers per vertex, in vertex order; NaN means that the vertex is not drawn. */
  readonly coordinates: Float32Array;
}

/** What a picture needs to know about a layout in order to suit it. */
export interface LayoutTraits {
  /** Switches fill their cells, so links are left out, and many hosts as well. */
  readonly compact: boolean;
  /** It stands like a wiring diagram and is seen from the front; others lie and are seen from above. */
  readonly upright: boolean;
}

/** Options of a layout by key, as a panel or an address gives them. */
export type LayoutOptions = Readonly<Record<string, string | number | boolean>>;

export interface Layout {
  readonly name: string;
  readonly title: string;
  readonly traits: LayoutTraits;
  /** What the reader can set: each has a control in the page and its key in the address. */
  readonly parameters: LayoutParameters;
  /** Why it cannot lay out this network, or null. */
  refuses(network: Network): string | null;
  /** Missing or unusable options take their standard values. */
  layout(network: Network, options?: LayoutOptions): Positions;
  /** Boxes that each stand for a group of switches; without it every switch has a mark of its own. */
  blocks?(network: Network): LayeredBlocks;
  /** The generating pair of these options, where the reader enters it: the page reports its collisions. */
  pair?(options?: LayoutOptions): GeneratingPair;
}

interface LayoutDefinition<P extends LayoutParameters>
  extends Pick<Layout, 'name' | 'title' | 'refuses' | 'blocks'> {
  /** Without traits a layout lies flat and shows its links. */
  readonly traits?: Partial<LayoutTraits>;
  readonly parameters?: P;
  layout(network: Network, options: ParameterValues<P>): Positions;
  pair?(options: ParameterValues<P>): GeneratingPair;
}

const plainTraits: LayoutTraits = { compact: false, upright: false };

/** A layout from its definition, with the traits and parameters it leaves out. */
export function defineLayout<P extends LayoutParameters = Record<never, never>>(
  definition: LayoutDefinition<P>,
): Layout {
  const { layout, pair, traits, parameters, ...rest } = definition;
  const read = (options: LayoutOptions = {}) => readParameters<P>(parameters, options);
  return {
    ...rest,
    traits: { ...plainTraits, ...traits },
    parameters: parameters ?? {},
    layout: (network, options) => placeNics(network, layout(network, read(options))),
    pair: pair && ((options) => pair(read(options))),
  };
}
