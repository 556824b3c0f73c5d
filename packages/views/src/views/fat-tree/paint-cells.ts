import type { Raster } from '../../kit/render-target.ts';
import type { Transform } from '../../kit/zoom-pan.ts';

/**
 * Fills rectangles (x, y, width, height in world units, NaN = none) into a raster, one colour each. Cells keep at
 * least one pixel; from a few pixels on, a gap of one pixel separates them.
 */
export function paintCells(
  raster: Raster,
  rects: Float32Array,
  colours: Uint32Array,
  transform: Transform,
): void {
  const { width, height, pixels } = raster;
  const { k, x, y } = transform;
  const gap = k >= 4 ? 1 : 0;
  for (let i = 0; i < colours.length; i++) {
    const left = rects[i * 4] * k + x;
    if (!(left < width)) continue;
    const top = rects[i * 4 + 1] * k + y;
    const right = left + rects[i * 4 + 2] * k;
    const bottom = top + rects[i * 4 + 3] * k;
    if (right <= 0 || bottom <= 0 || top >= height) continue;
    const x0 = Math.max(0, Math.round(left));
    const y0 = Math.max(0, Math.round(top));
    const x1 = Math.min(width, Math.max(x0 + 1, Math.round(right) - gap));
    const y1 = Math.min(height, Math.max(y0 + 1, Math.round(bottom) - gap));
    const colour = colours[i];
    for (let row = y0; row < y1; row++) pixels.fill(colour, row * width + x0, row * width + x1);
  }
}

/** The rectangle under a world point, the last drawn first; -1 = none. */
export function rectAt(rects: Float32Array, x: number, y: number): number {
  for (let i = rects.length / 4 - 1; i >= 0; i--) {
    const left = rects[i * 4];
    const top = rects[i * 4 + 1];
    if (x >= left && x < left + rects[i * 4 + 2] && y >= top && y < top + rects[i * 4 + 3]) return i;
  }
  return -1;
}
