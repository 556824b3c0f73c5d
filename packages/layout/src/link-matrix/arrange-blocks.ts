import type { MatrixOptions } from './link-matrix.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const TITLE = 2.2;
const TITLE_PIXELS = 11;
const BLOCK_GAP = 2;

/** In cells: more where cells are small, found by arranging once without and twice with it. */
export function titleHeight(
  sizesWith: (title: number) => readonly Size[],
  { aspect, height: pixels = 0 }: MatrixOptions,
): number {
  let title = TITLE;
  for (let round = 0; round < 3 && pixels > 0; round++) {
    const { width, height } = arrangeBlocks(sizesWith(title), aspect);
    const cell = Math.min((pixels * aspect) / width, pixels / height);
    title = Math.max(TITLE, TITLE_PIXELS / cell);
  }
  return title;
}

/** Rows of blocks, with the number of columns that lets cells be largest in a picture of that aspect. */
export function arrangeBlocks(
  sizes: readonly Size[],
  aspect: number,
): Size & { at: { x: number; y: number }[] } {
  const cellSize = ({ width, height }: Size): number => Math.min(aspect / width, 1 / height);
  let best = inRows(sizes, 1);
  for (let perRow = 2; perRow <= sizes.length; perRow++) {
    const next = inRows(sizes, perRow);
    if (cellSize(next) > cellSize(best)) best = next;
  }
  return best;
}

function inRows(sizes: readonly Size[], perRow: number): Size & { at: { x: number; y: number }[] } {
  const at: { x: number; y: number }[] = [];
  let width = 1;
  let y = 0;
  for (let start = 0; start < sizes.length; start += perRow) {
    let x = 0;
    let rowHeight = 0;
    for (const size of sizes.slice(start, start + perRow)) {
      at.push({ x, y });
      x += size.width + BLOCK_GAP;
      rowHeight = Math.max(rowHeight, size.height);
    }
    width = Math.max(width, x - BLOCK_GAP);
    y += rowHeight + BLOCK_GAP;
  }
  return { width, height: Math.max(1, y - BLOCK_GAP), at };
}
