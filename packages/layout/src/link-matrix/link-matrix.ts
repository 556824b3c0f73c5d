import type { Network } from '@weft/model';

/** Parts of a switch: links into it, links out of it (TS-17). */
export const INCOMING = 0;
export const OUTGOING = 1;

/** Links as cells of matrices: rectangles as x, y, width, height in units of one cell. */
export interface LinkMatrix {
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly PlacedBlock[];
  /** Four numbers per directed link; NaN where it is not drawn (host links). */
  readonly linkRects: Float32Array;
  /** One entry per drawn half of a switch; a switch may be drawn several times. */
  readonly switchParts: SwitchParts;
  /** Cells of the grid without a link: missing cables. Four numbers each. */
  readonly missing: Float32Array;
}

export interface PlacedBlock {
  readonly title: string;
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where the rows of the level below, the switches of the level, and the rows of the level above begin. */
  readonly rowsY: number;
  readonly switchY: number;
  readonly upperY: number;
  /** How many rows there are below and above. */
  readonly lowerRows: number;
  readonly upperRows: number;
  readonly bundles: readonly PlacedBundle[];
  /** Texts beside rows and columns; what has no room is left out. */
  readonly labels?: readonly MatrixLabel[];
}

export interface MatrixLabel {
  readonly text: string;
  /** Left end, or the middle, of the text and its middle line, in cells. */
  readonly x: number;
  readonly y: number;
  readonly align: 'start' | 'middle' | 'end';
  /** Cells that it may take in width and height. */
  readonly room: number;
  readonly tall: number;
}

/** Where the columns of a bundle begin, for labels. */
export interface PlacedBundle {
  readonly number: number | null;
  readonly intoX: number;
  readonly outX: number;
  readonly columns: number;
}

interface SwitchParts {
  readonly vertex: Int32Array;
  readonly part: Uint8Array;
  readonly rects: Float32Array;
}

export interface MatrixOptions {
  /** Width over height the picture should come close to. */
  readonly aspect: number;
  /** Height of the picture in pixels, where titles should stay readable however small the cells are. */
  readonly height?: number;
}

/** A way to lay out the links of some kind of network as matrices. */
export interface MatrixLayout {
  readonly name: string;
  /** Why it cannot lay out this network, or null. */
  refuses(network: Network): string | null;
  layout(network: Network, options: MatrixOptions): LinkMatrix;
}
