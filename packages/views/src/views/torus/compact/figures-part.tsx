import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { useCallback } from 'preact/hooks';
import type { Point } from '../../../kit/attach-listeners.ts';
import { Canvas } from '../../../kit/canvas.tsx';
import { Tooltip, type TooltipContent } from '../../../kit/tooltip.tsx';
import { attachFigures, type FigureHandles } from './attach-figures.ts';
import type { CompactFigure } from './compact-figure.ts';
import type { CompactItem } from './compact-item.ts';
import type { CompactPicture } from './compact-picture.ts';
import { drawFigure } from './draw-figure.ts';
import { drawMarks } from './draw-marks.ts';

export interface DraggedBox {
  readonly from: Point;
  readonly to: Point;
}

/** A canvas of figures: what they show, and above it what is chosen, hovered and dragged over. */
export function FiguresPart({
  picture,
  figuresOf,
  label,
  width,
  height,
  box,
  extra,
  ...actions
}: Pick<FigureHandles, 'choose' | 'drag' | 'clear' | 'hover'> & {
  readonly picture: ReadonlySignal<CompactPicture>;
  /** Keep it stable. */
  readonly figuresOf: (picture: CompactPicture) => readonly CompactFigure[];
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly box: ReadonlySignal<DraggedBox | null>;
  /** Drawn beside the figures; keep it stable. */
  readonly extra?: (target: RenderTarget, picture: CompactPicture) => void;
}) {
  const { choose, drag, clear, hover } = actions;
  const hovered = useSignal<CompactItem | null>(null);
  const tooltip = useSignal<TooltipContent | null>(null);
  const spoken = useSignal('');
  const draw = useCallback(
    (target: RenderTarget) => {
      for (const figure of figuresOf(picture.value)) drawFigure(target, figure, picture.value);
      extra?.(target, picture.value);
    },
    [picture, figuresOf, extra],
  );
  const drawOver = useCallback(
    (target: RenderTarget) =>
      drawMarks(target, picture.value, figuresOf(picture.value), hovered.value, box.value),
    [picture, figuresOf, box],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachFigures(element, {
        picture: () => picture.peek(),
        figures: () => figuresOf(picture.peek()),
        hovered,
        tooltip,
        spoken,
        choose,
        drag,
        clear,
        hover,
      }),
    [picture, figuresOf, choose, drag, clear, hover],
  );
  return (
    <div class="torus-figures" style={{ width: `${width}px`, height: `${height}px` }}>
      <Canvas width={width} height={height} draw={draw} label={label.split('.')[0]} />
      <Canvas overlay width={width} height={height} draw={drawOver} label={label} attach={attach} />
      <Tooltip content={tooltip} width={width} height={height} spoken={false} />
      <div class="kit-spoken" role="status" aria-live="polite">
        {spoken}
      </div>
    </div>
  );
}
