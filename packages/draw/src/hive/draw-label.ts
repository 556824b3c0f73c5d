import type { RenderTarget } from '../target/render-target.ts';

export type LabelAlign = 'start' | 'middle' | 'end';

interface LabelLook {
  readonly fill: string;
  readonly ground: string;
  readonly align: LabelAlign;
  readonly size?: number;
}

/** On a ground of its own, so that it can be read among edges; `y` is its middle. */
export function drawLabel(
  target: RenderTarget,
  [x, y]: readonly [number, number],
  label: string,
  { fill, ground, align, size }: LabelLook,
): void {
  const { left, right, top, bottom } = labelBox(target, [x, y], label, align, size);
  target.rect(left, top, right - left, bottom - top, { fill: ground, opacity: 0.8 });
  target.text(x, y, label, { fill, baseline: 'middle', align, size });
}

export interface LabelBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function overlap(a: LabelBox, b: LabelBox): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

/** Where its ground lies. */
export function labelBox(
  target: RenderTarget,
  [x, y]: readonly [number, number],
  label: string,
  align: LabelAlign,
  size?: number,
): LabelBox {
  const width = target.measure(label, { size });
  const left = align === 'start' ? x : align === 'end' ? x - width : x - width / 2;
  const half = size === undefined ? 7 : size * 0.6;
  return { left: left - 2, right: left + width + 2, top: y - half, bottom: y + half };
}
