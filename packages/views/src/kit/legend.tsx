import type { ReadonlySignal } from '@preact/signals';
import {
  createLegendDrawing,
  LEGEND_THICKNESS,
  type LegendBox,
  type LegendModel,
  legendExtent,
  legendPlace,
  type RenderTarget,
} from '@weft/draw';
import { useCallback, useMemo } from 'preact/hooks';
import { attachBrush, type BrushHow } from './brush.ts';
import type { Range } from './brush-range.ts';
import { Canvas } from './canvas.tsx';
import { useDerived } from './use-derived.ts';

interface LegendProps {
  readonly model: ReadonlySignal<LegendModel>;
  readonly orientation: 'horizontal' | 'vertical';
  /** Of the bar, in CSS pixels. */
  readonly length: number;
  /** The reader dragged the ends; null = double-click, back to the data's own range. */
  readonly onRange?: (range: Range | null, how: BrushHow) => void;
}

/** A colour legend with unit, beside the view it explains; drag its ends to set the range. */
export function Legend({ model, orientation, length, onRange }: LegendProps) {
  const vertical = orientation === 'vertical';
  const box = useMemo(
    (): LegendBox =>
      vertical
        ? { left: 8, top: 20, right: 8 + LEGEND_THICKNESS, bottom: 20 + length }
        : { left: 8, top: 20, right: 8 + length, bottom: 20 + LEGEND_THICKNESS },
    [vertical, length],
  );
  const label = useDerived(() => `Colour legend: ${model.value.title}`, [model]);
  const drawing = useMemo(createLegendDrawing, []);
  const draw = useCallback(
    (target: RenderTarget) => drawing(target, model.value, box),
    [model, box, drawing],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) => attachLegendBrush(element, model, box, onRange),
    [model, box, onRange],
  );
  return (
    <Canvas
      width={vertical ? 96 : length + 16}
      height={vertical ? length + 32 : 52}
      draw={draw}
      label={label.value}
      attach={onRange ? attach : undefined}
    />
  );
}

function attachLegendBrush(
  element: HTMLCanvasElement,
  model: ReadonlySignal<LegendModel>,
  box: LegendBox,
  onRange: LegendProps['onRange'],
): () => void {
  const vertical = box.bottom - box.top > box.right - box.left;
  const place = () =>
    vertical
      ? legendPlace(model.peek(), box.bottom, box.top)
      : legendPlace(model.peek(), box.left, box.right);
  return attachBrush(element, {
    axis: vertical ? 'y' : 'x',
    area: () => box,
    toValue: (pixel) => place().toValue(pixel),
    toPixel: (value) => place().toPixel(value),
    limits: () => legendExtent(model.peek()),
    range: () => model.peek().scale.domain,
    onBrush: (range, how) => onRange?.(range, how),
  });
}
