import type { ColourMap } from './colour-map.ts';
import type { ColourScale } from './colour-scale.ts';
import type { Raster } from './render-target.ts';

export function createRaster(width: number, height: number): Raster {
  return { width, height, pixels: new Uint32Array(width * height) };
}

export interface HeatPaint {
  readonly scale: ColourScale;
  readonly map: ColourMap;
  /** Pixel (0xAABBGGRR) of cells without a value (NaN). */
  readonly missing?: number;
  /** 0 = faded; cells left out by the selection keep their colour at `fadedAlpha`. */
  readonly visible?: Uint8Array | null;
  readonly fadedAlpha?: number;
}

/** Colours one cell per pixel; reuse the raster from frame to frame. */
export function paintHeatMap(values: Float64Array, paint: HeatPaint, raster: Raster): Raster {
  const { scale, map, visible = null, missing = 0 } = paint;
  const { pixels } = raster;
  const lut = map.pixels;
  const faded = ((Math.round((paint.fadedAlpha ?? 0.15) * 255) << 24) | 0xffffff) >>> 0;
  for (let cell = 0; cell < values.length; cell++) {
    const value = values[cell];
    const colour = Number.isNaN(value) ? missing : lut[scale.index(value)];
    pixels[cell] = visible !== null && visible[cell] === 0 ? colour & faded : colour;
  }
  return raster;
}

/**
 * Fewer cells by keeping the largest of each block, so that a hot cell never disappears on a
 * small screen.
 */
export function shrinkByMaximum(
  values: Float64Array,
  columns: number,
  rows: number,
  toColumns: number,
  toRows: number,
): Float64Array {
  const out = new Float64Array(toColumns * toRows).fill(Number.NaN);
  for (let row = 0; row < rows; row++) {
    const toRow = Math.floor((row * toRows) / rows);
    for (let column = 0; column < columns; column++) {
      const at = toRow * toColumns + Math.floor((column * toColumns) / columns);
      const value = values[row * columns + column];
      if (!(value <= out[at])) out[at] = Number.isNaN(value) ? out[at] : value;
    }
  }
  return out;
}
