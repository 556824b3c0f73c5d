import { lowerBound } from '@weft/model';
import type { CellLayer } from './cell-layer.ts';
import type { Transform } from './zoom-pan.ts';

/** Cells smaller than a pixel, put together by the pixel they fall on. */
export interface SharedPixels {
  /** Pixels with at least one cell, ascending. */
  readonly pixels: Int32Array;
  /** Cells of the i-th of them lie at starts[i] .. starts[i + 1] in `cells`. */
  readonly starts: Int32Array;
  readonly cells: Int32Array;
}

export function sharePixels(
  layers: readonly CellLayer[],
  transform: Transform,
  { width, height }: { readonly width: number; readonly height: number },
): SharedPixels {
  const coarse = layers.filter(({ fine }) => !fine);
  const counts = new Int32Array(width * height);
  forEachCell(coarse, transform, width, height, (_, pixel) => {
    counts[pixel]++;
  });
  const pixels = new Int32Array(counts.reduce((used, count) => used + Number(count > 0), 0));
  const starts = new Int32Array(pixels.length + 1);
  let at = 0;
  for (let pixel = 0; pixel < counts.length; pixel++) {
    if (counts[pixel] === 0) continue;
    pixels[at] = pixel;
    starts[at + 1] = starts[at] + counts[pixel];
    // From here on: where the next cell of this pixel goes.
    counts[pixel] = starts[at++];
  }
  const cells = new Int32Array(starts[pixels.length]);
  forEachCell(coarse, transform, width, height, (cell, pixel) => {
    cells[counts[pixel]++] = cell;
  });
  return { pixels, starts, cells };
}

function forEachCell(
  layers: readonly CellLayer[],
  { k, x, y }: Transform,
  width: number,
  height: number,
  visit: (cell: number, pixel: number) => void,
): void {
  for (const { rects, first, oneColour } of layers) {
    for (let i = 0; i * 4 < rects.length; i++) {
      const px = Math.round(rects[i * 4] * k + x);
      const py = Math.round(rects[i * 4 + 1] * k + y);
      if (px >= 0 && py >= 0 && px < width && py < height)
        visit(oneColour ? first : first + i, py * width + px);
    }
  }
}

/** The highest rank shows, so that a hot link never disappears. */
export function paintShared(
  { pixels, starts, cells }: SharedPixels,
  colours: Uint32Array,
  ranks: Uint8Array,
  into: Uint32Array,
): void {
  let start = 0;
  for (let i = 0; i < pixels.length; i++) {
    const end = starts[i + 1];
    let best = cells[start];
    for (let at = start + 1; at < end; at++) if (ranks[cells[at]] > ranks[best]) best = cells[at];
    into[pixels[i]] = colours[best];
    start = end;
  }
}

/** The cell a pixel shows, -1 = none; without ranks the first of those that share it. */
export function sharedCellAt(
  { pixels, starts, cells }: SharedPixels,
  ranks: Uint8Array | null,
  pixel: number,
): number {
  const at = lowerBound(pixels, pixel);
  if (pixels[at] !== pixel) return -1;
  const own = cells.subarray(starts[at], starts[at + 1]);
  return own.reduce((best, cell) => ((ranks?.[cell] ?? 0) > (ranks?.[best] ?? 0) ? cell : best));
}
