import { NO_CALL } from '@weft/analysis';
import { createRaster, packRgba, parseColour, type Raster } from '@weft/draw';
import type { TilePart } from './timeline-model.ts';

/** A little time inside calls still shows. */
const FAINT = 0.22;

/** One pixel per tile: the colour of the dominant call, as opaque as the share of time inside calls. */
export function paintTiles({ tiles, names }: TilePart, colours: ReadonlyMap<string, string>): Raster {
  const raster = createRaster(tiles.columns, tiles.rows);
  const rgb = names.map((name) => parseColour(colours.get(name) ?? '#888888'));
  for (let cell = 0; cell < tiles.call.length; cell++) {
    const call = tiles.call[cell];
    if (call === NO_CALL) continue;
    const opacity = FAINT + (1 - FAINT) * (tiles.share[cell] / 65535);
    raster.pixels[cell] = packRgba(rgb[Math.min(call, rgb.length - 1)], Math.round(opacity * 255));
  }
  return raster;
}

const rasters = new WeakMap<TilePart, { colours: ReadonlyMap<string, string>; raster: Raster }>();

/** Painted once per answer and set of colours. */
export function rasterOf(part: TilePart, colours: ReadonlyMap<string, string>): Raster {
  const known = rasters.get(part);
  if (known?.colours === colours) return known.raster;
  const raster = paintTiles(part, colours);
  rasters.set(part, { colours, raster });
  return raster;
}
