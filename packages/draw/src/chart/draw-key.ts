import type { CallPattern } from '../colour/call-patterns.ts';
import type { ThemeColours } from '../colour/theme.ts';
import type { RenderTarget } from '../target/render-target.ts';
import { TEXT_SIZE } from '../target/render-target.ts';
import { estimateTextWidth } from '../target/text-width.ts';

export interface KeyItem {
  readonly label: string;
  readonly colour: string;
  readonly pattern?: CallPattern;
  /** Not among those shown. */
  readonly faded?: boolean;
}

export const KEY_ROW = 16;
const SWATCH = 10;

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

export interface KeyBox {
  readonly left: number;
  readonly right: number;
  /** Base line of the first row. */
  readonly y: number;
}

/** Where each item lies: right-aligned rows, `y` is the base line. */
export function keyPlaces<T extends KeyItem>(
  items: readonly T[],
  box: KeyBox,
): { readonly item: T; readonly x: number; readonly y: number; readonly width: number }[] {
  return keyRows(items, box.right - box.left).flatMap((row, line) => {
    let x = box.right + 12 - row.reduce((sum, item) => sum + itemWidth(item), 0);
    return row.map((item) => {
      const place = { item, x, y: box.y + line * KEY_ROW, width: itemWidth(item) - 12 };
      x += itemWidth(item);
      return place;
    });
  });
}

export function keyItemAt<T extends KeyItem>(
  items: readonly T[],
  box: KeyBox,
  x: number,
  y: number,
): T | null {
  const hit = keyPlaces(items, box).find(
    (place) => x >= place.x - 2 && x <= place.x + place.width + 4 && y >= place.y - 12 && y < place.y + 4,
  );
  return hit?.item ?? null;
}

/** Swatches with labels. */
export function drawKey(
  target: RenderTarget,
  items: readonly KeyItem[],
  box: KeyBox,
  colours: ThemeColours,
): void {
  for (const { item, x, y } of keyPlaces(items, box)) {
    const opacity = item.faded ? 0.35 : 1;
    target.rect(x, y - 9, SWATCH, SWATCH, { fill: item.colour, opacity });
    for (const line of item.pattern?.lines ?? []) {
      const at = y - 9 + SWATCH * line;
      target.line(x, at, x + SWATCH, at, { stroke: colours.background, dash: item.pattern?.dash });
    }
    target.text(x + 14, y, item.label, { fill: item.faded ? colours.faded : colours.muted });
  }
}

function itemWidth({ label }: { readonly label: string }): number {
  return Math.ceil(estimateTextWidth(label, TEXT_SIZE) * 1.06) + 14 + 12;
}
