import type { Raster } from '@weft/draw';
import { type CellLayer, HOLLOW, SOLID, STRIPED } from './cell-layer.ts';
import { paintShared, type SharedPixels, sharedCellAt, sharePixels } from './shared-pixels.ts';
import type { Transform } from './zoom-pan.ts';

export interface CellPainter {
  /** Which cell each pixel shows; costs something only when size or zoom changed. */
  place(width: number, height: number, transform: Transform): void;
  /** Colours every pixel from its cell: one look-up a pixel. `ranks` decide where several cells share one. */
  paint(colours: Uint32Array, ranks: Uint8Array, raster: Raster): void;
  /** Index of the colour at a device pixel, -1 = none. Gaps belong to the cell before them. */
  cellAt(x: number, y: number): number;
}

/** Fewer pixels than this leave no room for a gap or a pattern. */
const DETAIL = 4;

/** `none` is the index of the transparent colour. */
export function createCellPainter(layers: readonly CellLayer[], none: number): CellPainter {
  let owner = new Int32Array(0);
  let repeats: Uint8Array = new Uint8Array(0);
  let size = { width: 0, height: 0 };
  let placed: Transform = { k: 0, x: 0, y: 0 };
  let shared: SharedPixels | null = null;
  let painted: { readonly raster: Raster; readonly ranks: Uint8Array } | null = null;
  return {
    place(width, height, transform) {
      const { k, x, y } = transform;
      const same = width === size.width && height === size.height;
      if (same && k === placed.k && x === placed.x && y === placed.y) return;
      if (owner.length !== width * height) owner = new Int32Array(width * height);
      size = { width, height };
      placed = transform;
      painted = null;
      shared = k < 1 ? sharePixels(layers, transform, size) : null;
      if (shared) return;
      owner.fill(none);
      for (const layer of layers) ownPixels(layer, transform, size, owner);
      repeats = repeatedRows(owner, size);
    },
    paint(colours, ranks, raster) {
      if (shared) {
        if (painted?.raster !== raster) raster.pixels.fill(colours[none]);
        paintShared(shared, colours, ranks, raster.pixels);
      } else paintOwned(owner, repeats, colours, raster.pixels);
      painted = { raster, ranks };
    },
    cellAt(x, y) {
      for (const [px, py] of [
        [x, y],
        [x - 1, y],
        [x, y - 1],
        [x - 1, y - 1],
      ]) {
        const inside = px >= 0 && py >= 0 && px < size.width && py < size.height;
        if (!inside) continue;
        const pixel = py * size.width + px;
        const cell = shared ? sharedCellAt(shared, painted?.ranks ?? null, pixel) : owner[pixel];
        if (cell !== none && cell >= 0) return cell;
      }
      return -1;
    },
  };
}

/** A row of pixels that shows the same cells as the one above it is copied from there. */
function paintOwned(owner: Int32Array, repeats: Uint8Array, colours: Uint32Array, pixels: Uint32Array): void {
  const width = owner.length / repeats.length;
  for (let row = 0; row < repeats.length; row++) {
    const start = row * width;
    if (repeats[row] === 1) pixels.copyWithin(start, start - width, start);
    else for (let at = start; at < start + width; at++) pixels[at] = colours[owner[at]];
  }
}

/** 1 where a row of pixels shows the same cells as the one above it. */
function repeatedRows(owner: Int32Array, { width, height }: Size): Uint8Array {
  return Uint8Array.from({ length: height }, (_, row) => {
    if (row === 0) return 0;
    const start = row * width;
    for (let at = start; at < start + width; at++) if (owner[at] !== owner[at - width]) return 0;
    return 1;
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function ownPixels(
  layer: CellLayer,
  { k, x, y }: Transform,
  { width, height }: Size,
  owner: Int32Array,
): void {
  const { rects, styles, first, oneColour } = layer;
  const gap = k >= DETAIL ? 1 : 0;
  for (let i = 0; i * 4 < rects.length; i++) {
    const left = rects[i * 4] * k + x;
    if (!(left < width)) continue;
    const top = rects[i * 4 + 1] * k + y;
    const right = left + rects[i * 4 + 2] * k;
    const bottom = top + rects[i * 4 + 3] * k;
    if (right <= 0 || bottom <= 0 || top >= height) continue;
    const x0 = Math.round(left);
    const y0 = Math.round(top);
    const cell = {
      x0,
      y0,
      x1: Math.max(x0 + 1, Math.round(right) - gap),
      y1: Math.max(y0 + 1, Math.round(bottom) - gap),
    };
    const style = styles === null || gap === 0 ? SOLID : styles[i];
    fillCell(owner, { width, height }, cell, oneColour ? first : first + i, style);
  }
}

interface Cell {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

function fillCell(
  owner: Int32Array,
  { width, height }: Size,
  cell: Cell,
  colour: number,
  style: number,
): void {
  const { x0, y0, x1, y1 } = cell;
  const yEnd = Math.min(height, y1);
  const xEnd = Math.min(width, x1);
  const xStart = Math.max(0, x0);
  for (let y = Math.max(0, y0); y < yEnd; y++) {
    const row = y * width;
    if (style === SOLID) for (let x = xStart; x < xEnd; x++) owner[row + x] = colour;
    else for (let x = xStart; x < xEnd; x++) if (inPattern(style, x, y, cell)) owner[row + x] = colour;
  }
}

function inPattern(style: number, x: number, y: number, { x0, y0, x1, y1 }: Cell): boolean {
  const width = x1 - x0;
  const height = y1 - y0;
  if (style === HOLLOW) {
    const edge = Math.max(1, Math.round(Math.min(width, height) / 5));
    return x < x0 + edge || x >= x1 - edge || y < y0 + edge || y >= y1 - edge;
  }
  if (style === STRIPED) return (x - x0 + y - y0) % Math.max(3, Math.round(height / 4)) === 0;
  const across = Math.round(((y - y0) * (width - 1)) / Math.max(1, height - 1));
  return x - x0 === across || x1 - 1 - x === across;
}
