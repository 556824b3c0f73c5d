import type { Signal } from '@preact/signals';
import { arrowSteps } from '../../../kit/arrow-steps.ts';
import { attachDrag } from '../../../kit/attach-drag.ts';
import { attachListeners, type Point } from '../../../kit/attach-listeners.ts';
import { isAdding } from '../../../kit/click-selection.ts';
import type { TooltipContent } from '../../../kit/tooltip.tsx';
import { type CompactFigure, figureAt } from './compact-figure.ts';
import { type CompactItem, itemAt, neighbourItem, placeOf } from './compact-item.ts';
import type { CompactPicture } from './compact-picture.ts';
import { describeCompactItem } from './describe-compact-item.ts';

export interface FigureHandles {
  picture(): CompactPicture;
  figures(): readonly CompactFigure[];
  readonly hovered: Signal<CompactItem | null>;
  readonly tooltip: Signal<TooltipContent | null>;
  readonly spoken: Signal<string>;
  /** Tells the other views what is under the pointer. */
  hover(figure: CompactFigure, item: CompactItem | null): void;
  choose(figure: number, item: CompactItem | null, add: boolean): void;
  /** A drag that began in a figure goes on, or ends. */
  drag(figure: number, from: Point, to: Point, ended: boolean, add: boolean): void;
  clear(): void;
}

/** Hover tells, click chooses, a drag does what the part is for, arrows walk from node to node. */
export function attachFigures(element: HTMLCanvasElement, handles: FigureHandles): () => void {
  const { picture, figures, hovered, tooltip, spoken } = handles;
  const show = (item: CompactItem | null, at: Point): void => {
    hovered.value = item;
    tooltip.value = item && { ...at, ...describeCompactItem(picture(), figures(), item) };
    const figure = figures()[item?.figure ?? 0];
    if (figure) handles.hover(figure, item);
  };
  const walk = (dx: number, dy: number): void => {
    const item = neighbourItem(figures(), hovered.peek(), dx, dy);
    const place = item?.kind === 'node' ? placeOf(figures(), item.figure, item.cell) : null;
    if (!item || !place) return;
    show(item, { x: place[0], y: place[1] });
    const { title, lines } = describeCompactItem(picture(), figures(), item);
    spoken.value = [title, ...lines.map(({ label, value }) => `${label} ${value}`)].join(', ');
  };
  const detachDrag = attachDrag<{ readonly figure: number; readonly add: boolean }>(element, {
    start: ({ x, y }, event) => ({ figure: figureAt(figures(), x, y), add: isAdding(event) }),
    drag: ({ figure, add }, from, to) => handles.drag(figure, from, to, false, add),
    drop: ({ figure, add }, from, to) => handles.drag(figure, from, to, true, add),
    click: ({ x, y }, event) =>
      handles.choose(figureAt(figures(), x, y), itemAt(figures(), picture().apart, x, y), isAdding(event)),
    hover: (at) => show(at && itemAt(figures(), picture().apart, at.x, at.y), at ?? { x: 0, y: 0 }),
  });
  const detachKeys = attachListeners(element, {
    keydown: (event) => {
      const arrow = arrowSteps[event.key];
      const item = hovered.peek();
      if (arrow) walk(...arrow);
      else if ((event.key === 'Enter' || event.key === ' ') && item)
        handles.choose(item.figure, item, isAdding(event));
      else if (event.key === 'Delete') handles.clear();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  });
  return () => {
    detachDrag();
    detachKeys();
  };
}
