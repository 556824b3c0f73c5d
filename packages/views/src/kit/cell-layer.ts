/** How a cell is filled. Frames, stripes and crosses need some pixels; smaller cells are solid. */
export const SOLID = 0;
export const HOLLOW = 1;
export const STRIPED = 2;
export const CROSSED = 3;

/** Cells of one kind: x, y, width, height in world units, NaN = not drawn. */
export interface CellLayer {
  readonly rects: Float32Array;
  /** Index of the colour of its first cell. */
  readonly first: number;
  /** All cells have the colour `first`. */
  readonly oneColour?: boolean;
  /** SOLID, ... of each cell; null = all solid. */
  readonly styles: Uint8Array | null;
  /** Left out where cells are smaller than a pixel. */
  readonly fine?: boolean;
}
