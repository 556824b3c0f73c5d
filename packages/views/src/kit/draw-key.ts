import type { RenderTarget } from './render-target.ts';
import { TEXT_SIZE } from './render-target.ts';
import { estimateTextWidth } from './text-width.ts';
import type { ThemeColours } from './theme.ts';

export interface KeyItem {
  readonly label: string;
  readonly colour: string;
}

export const KEY_ROW = 16;

/** The items of each row when a row is `width` wide. Estimated, so that a layout can be made without a canvas. */
export function keyRows<T extends { readonly label: string }>(items: readonly T[], width: number): T[][] {
  const rows: T[][] = [[]];
  let used = 0;
  for (const item of items) {
    const needed = itemWidth(item);
    if (used > 0 && used + needed > width) {
      rows.push([]);
      used = 0;
    }
    rows[rows.length - 1]?.push(item);
    used += needed;
  }
  return rows;
}

/** Swatches with labels, right-aligned; `y` is the base line of the first row. */
export function drawKey(
  target: RenderTarget,
  items: readonly KeyItem[],
  box: { readonly left: number; readonly right: number; readonly y: number },
  colours: ThemeColours,
): void {
  keyRows(items, box.right - box.left).forEach((row, line) => {
    const y = box.y + line * KEY_ROW;
    let x = box.right + 12 - row.reduce((sum, item) => sum + itemWidth(item), 0);
    for (const item of row) {
      target.rect(x, y - 9, 10, 10, { fill: item.colour });
      target.text(x + 14, y, item.label, { fill: colours.muted });
      x += itemWidth(item);
    }
  });
}

function itemWidth({ label }: { readonly label: string }): number {
  return Math.ceil(estimateTextWidth(label, TEXT_SIZE) * 1.06) + 14 + 12;
}
