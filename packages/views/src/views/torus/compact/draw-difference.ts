import { type RenderTarget, themeColours } from '@weft/draw';
import { differenceUnit, formatQuantity } from '@weft/model';
import { shortCell } from './compact-figure.ts';
import type { CompactPicture } from './compact-picture.ts';
import { compareCells } from './compare-cells.ts';
import { TABLE_WIDTH } from './layout-inside.ts';

const ROW = 20;

/** Of two opened nodes, beside their cuboids: each collapsed direction, and what the second carries more. */
export function drawDifference(target: RenderTarget, picture: CompactPicture, left: number): void {
  const colours = themeColours(picture.theme);
  const rows = compareCells(picture);
  const largest = Math.max(...rows.map(({ first, second }) => Math.abs(second - first)), 0);
  const title = picture.figure === 'max' ? 'Largest per link' : 'Mean per link';
  target.text(left, 11, title, { fill: colours.ink, weight: 'bold', baseline: 'middle' });
  const [one, other] = picture.plan.cells.map((fixed) => shortCell(fixed, picture.shape.names));
  const text = { fill: colours.muted, size: 10, baseline: 'middle', align: 'end' } as const;
  const columns = [left + 74, left + 128, left + TABLE_WIDTH - 8];
  [one, other, 'difference'].forEach((name, i) => {
    target.text(columns[i], 32, name, text);
  });
  rows.forEach(({ name, first, second }, i) => {
    const y = 32 + (i + 1) * ROW;
    const change = second - first;
    const most = change !== 0 && Math.abs(change) === largest;
    const paint = { ...text, fill: colours.ink, weight: most ? ('bold' as const) : ('normal' as const) };
    target.text(left, y, name, { ...paint, align: 'start' });
    target.text(columns[0], y, formatQuantity(first, picture.unit), paint);
    target.text(columns[1], y, formatQuantity(second, picture.unit), paint);
    const sign = change > 0 ? '+' : '';
    target.text(
      columns[2],
      y,
      change === 0 ? '0' : `${sign}${formatQuantity(change, differenceUnit(picture.unit))}`,
      paint,
    );
    target.line(left, y + ROW / 2, columns[2], y + ROW / 2, { stroke: colours.hairline });
  });
}
