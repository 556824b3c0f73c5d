import type { RenderTarget } from './render-target.ts';
import type { ThemeColours } from './theme.ts';

export interface KeyItem {
  readonly label: string;
  readonly colour: string;
}

/** Swatches with labels in one row that ends at `right`; what does not fit right of `left` is counted. */
export function drawKey(
  target: RenderTarget,
  items: readonly KeyItem[],
  box: { readonly left: number; readonly right: number; readonly y: number },
  colours: ThemeColours,
): void {
  const widths = items.map((item) => target.measure(item.label) + 14 + 12);
  let shown = items.length;
  const room = box.right - box.left;
  while (shown > 0 && sum(widths, shown) + (shown < items.length ? 30 : 0) > room) shown--;
  if (shown === 0) return;
  const rest = items.length - shown;
  let x = box.right + 12 - sum(widths, shown) - (rest > 0 ? 30 : 0);
  for (let i = 0; i < shown; i++) {
    const item = items[i] as KeyItem;
    target.rect(x, box.y - 9, 10, 10, { fill: item.colour });
    target.text(x + 14, box.y, item.label, { fill: colours.muted });
    x += widths[i] as number;
  }
  if (rest > 0) target.text(box.right, box.y, `+${rest}`, { fill: colours.muted, align: 'end' });
}

function sum(widths: readonly number[], count: number): number {
  return widths.slice(0, count).reduce((total, width) => total + width, 0);
}
