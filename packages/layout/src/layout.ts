import type { Network } from '@weft/model';

/** Positions of vertices: pure geometry, the same for the page and for SVG export. */
export interface Positions {
  readonly dimensions: 2 | 3;
  /** dimensions numbers per vertex, in vertex order; NaN = not drawn. */
  readonly coordinates: Float32Array;
}

export interface Layout<O = unknown> {
  readonly name: string;
  readonly title: string;
  readonly defaults: O;
  /** Why it cannot lay out this network, or null. */
  refuses(network: Network): string | null;
  layout(network: Network, options: O): Positions;
}
