import type { RenderTarget, ThemeColours } from '@weft/draw';
import type { MatrixLabel, PlacedBlock, PlacedBundle } from '@weft/layout';
import type { Transform } from '../../kit/zoom-pan.ts';
import type { MatrixPicture } from './matrix-picture.ts';

/** Cells at least this large leave room for a second line under the title of a pod. */
const TWO_LINES = 11;
/** Narrower blocks have no room for their title. */
const TITLE_WIDTH = 36;
/** Of the shortest name of a bundle, about. */
const NAME_WIDTH = 36;
const SMALL = 10;

/** The pods, their titles, and which switches stand where; texts without room are left out. */
export function drawPods(
  target: RenderTarget,
  { matrix, transform, width, height }: MatrixPicture,
  colours: ThemeColours,
): void {
  const { k, x, y } = transform;
  for (const block of matrix.blocks) {
    const [left, top] = [block.x * k + x, block.y * k + y];
    if (left > width || top > height || left + block.width * k < 0 || top + block.height * k < 0) continue;
    target.rect(left, top, block.width * k, block.height * k, { fill: colours.plot });
    if (block.width * k < TITLE_WIDTH) continue;
    drawTitle(target, block, transform, colours);
    drawLevels(target, block, transform, colours);
    for (const label of block.labels ?? []) drawLabel(target, label, transform, colours);
  }
}

function drawLabel(
  target: RenderTarget,
  { text, x: cellX, y: cellY, align, room, tall }: MatrixLabel,
  { k, x, y }: Transform,
  colours: ThemeColours,
): void {
  if (tall * k < SMALL || target.measure(text, { size: SMALL }) > room * k) return;
  const style = { fill: colours.muted, size: SMALL, align, baseline: 'middle' } as const;
  target.text(cellX * k + x, cellY * k + y, text, style);
}

function drawTitle(
  target: RenderTarget,
  block: PlacedBlock,
  transform: Transform,
  colours: ThemeColours,
): void {
  const { k, x, y } = transform;
  const size = Math.min(12, Math.max(9, k * 1.6));
  const line = block.y * k + y + Math.min(((block.rowsY - block.y) * k) / 2, SMALL);
  const left = (block.x + 0.8) * k + x;
  target.text(left, line, block.title, { fill: colours.ink, size, weight: 'bold', baseline: 'middle' });
  const free = left + target.measure(block.title, { size, weight: 'bold' }) + 6;
  for (const bundle of block.bundles) {
    drawBundleName(target, bundle, transform, { line, free, colours });
    if (k >= TWO_LINES) drawDirections(target, block, bundle, transform, colours);
  }
}

function drawBundleName(
  target: RenderTarget,
  { number, intoX, outX, columns }: PlacedBundle,
  { k, x }: Transform,
  { line, free, colours }: { line: number; free: number; colours: ThemeColours },
): void {
  const text = `bundle ${number}`;
  const room = (outX + columns - intoX) * k;
  if (number === null || room < NAME_WIDTH) return;
  const half = target.measure(text, { size: SMALL }) / 2;
  const centre = ((intoX + outX + columns) / 2) * k + x;
  if (2 * half > room || centre - half < free) return;
  target.text(centre, line, text, { fill: colours.muted, size: SMALL, align: 'middle', baseline: 'middle' });
}

/** Above the columns: which way their links go. */
function drawDirections(
  target: RenderTarget,
  { level, y: blockY }: PlacedBlock,
  { intoX, outX, columns }: PlacedBundle,
  { k, x, y }: Transform,
  colours: ThemeColours,
): void {
  const style = { fill: colours.muted, size: SMALL, align: 'middle', baseline: 'middle' } as const;
  for (const [text, start] of [
    [`into L${level}`, intoX],
    [`out of L${level}`, outX],
  ] as const) {
    if (target.measure(text, { size: SMALL }) < columns * k)
      target.text((start + columns / 2) * k + x, (blockY + 1.75) * k + y, text, style);
  }
}

/** L1 beside its rows, L2 left of its columns, L3 below: where the block is empty. */
function drawLevels(
  target: RenderTarget,
  block: PlacedBlock,
  { k, x, y }: Transform,
  colours: ThemeColours,
): void {
  const { level, bundles, rowsY, switchY, upperY, lowerRows, upperRows } = block;
  if (bundles.length === 0 || k < 3) return;
  const label = `L${level}`;
  const room = target.measure(label, { size: SMALL }) + 1;
  const style = { fill: colours.muted, size: SMALL, baseline: 'middle' } as const;
  const place = (text: string, cellX: number, cellY: number, align: 'start' | 'middle' | 'end') =>
    target.text(cellX * k + x, cellY * k + y, text, { ...style, align });
  const first = bundles[0].intoX;
  const rowsRight = block.x + 0.8 + (lowerRows > 0 ? 3 : 0);
  if ((first - rowsRight) * k > room) {
    if (lowerRows > 0) place(`L${level - 1}`, (rowsRight + first) / 2, rowsY + lowerRows / 2, 'middle');
    place(label, first - 0.6, switchY + 0.8, 'end');
  } else if (lowerRows > 0 && 3 * k > room) {
    if (k >= TWO_LINES) place(`L${level - 1}`, block.x + 2.3, block.y + 1.75, 'middle');
    place(label, rowsRight - 0.2, switchY + 0.8, 'end');
  }
  // Four cells are free between the edge of the block and the column of its upper switches.
  if (upperRows > 0 && 4 * k > room) place(`L${level + 1}`, block.x + 2, upperY + upperRows / 2, 'middle');
}
