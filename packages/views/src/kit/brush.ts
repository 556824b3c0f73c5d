import type { RenderTarget, ThemeColours } from '@weft/draw';
import { attachListeners, CLICK_PIXELS, pointIn } from './attach-listeners.ts';
import { type BrushPart, brushPartAt, dragRange, type Range, shiftRange } from './brush-range.ts';

export type BrushHow = 'live' | 'commit';

/** A brush along one axis of a canvas. Everything is asked for when needed, so layouts may change freely. */
interface BrushOptions {
  /** The axis of the brush, x by default; along y larger values lie higher. */
  readonly axis?: 'x' | 'y';
  /** The plot in CSS pixels of the element. */
  area(): { left: number; right: number; top: number; bottom: number };
  toValue(pixel: number): number;
  toPixel(value: number): number;
  limits(): Range;
  range(): Range | null;
  /** The nearest value the brush may end at. */
  snap?(value: number): number;
  /** How far an arrow key moves the brush; by default a hundredth of the limits. */
  step?(): number;
  /** The range is null when the brush is cleared. */
  onBrush(range: Range | null, how: BrushHow): void;
  onHover?(point: { x: number; y: number } | null): void;
}

interface Drag {
  readonly part: BrushPart;
  readonly pixel: number;
  readonly value: number;
  readonly range: Range | null;
  last: Range | null;
}

/** Drag draws, moves and resizes; double-click and Delete clear; arrows move, with shift they resize. */
export function attachBrush(element: HTMLElement, options: BrushOptions): () => void {
  let drag: Drag | null = null;
  const snap = (value: number): number => options.snap?.(value) ?? value;

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || !inside(event, element, options)) return;
    const pixel = along(pointIn(event, element), options);
    drag = {
      part: partAt(pixel, options),
      pixel,
      value: atLimit(pixel, options) ?? options.toValue(pixel),
      range: options.range(),
      last: null,
    };
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const point = pointIn(event, element);
    if (!drag) {
      hover(event, point);
      return;
    }
    const pixel = along(point, options);
    if (drag.last === null && Math.abs(pixel - drag.pixel) < CLICK_PIXELS) return;
    const at = atLimit(pixel, options) ?? options.toValue(pixel);
    const [from, to] = dragRange(drag.part, drag.range, drag.value, at, options.limits());
    drag.last = [snap(from), snap(to)];
    options.onHover?.(point);
    options.onBrush(drag.last, 'live');
  };
  const up = (): void => {
    const range = drag?.last;
    drag = null;
    if (range) options.onBrush(range[1] > range[0] ? range : null, 'commit');
  };
  const hover = (event: PointerEvent, point: { x: number; y: number }): void => {
    const within = inside(event, element, options);
    element.style.cursor = within ? cursorAt(along(point, options), options) : '';
    options.onHover?.(within ? point : null);
  };
  const leave = (): void => {
    if (!drag) options.onHover?.(null);
  };
  const clear = (event: Event): void => {
    if (options.range() === null) return;
    event.preventDefault();
    options.onBrush(null, 'commit');
  };
  const key = (event: KeyboardEvent): void => brushKey(event, options, snap, clear);

  element.style.touchAction = 'pan-y';
  return attachListeners(element, {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    pointerleave: leave,
    dblclick: clear,
    keydown: key,
  });
}

/** Pixels within which the hand means the end of the axis. */
const LIMIT_REACH = 3;

/** The end of the axis at a pixel; null elsewhere. */
function atLimit(pixel: number, options: BrushOptions): number | null {
  return options.limits().find((limit) => Math.abs(options.toPixel(limit) - pixel) <= LIMIT_REACH) ?? null;
}

function brushKey(
  event: KeyboardEvent,
  options: BrushOptions,
  snap: (value: number) => number,
  clear: (event: Event) => void,
): void {
  if (event.key === 'Delete' || event.key === 'Backspace') clear(event);
  const [less, more] = options.axis === 'y' ? ['ArrowDown', 'ArrowUp'] : ['ArrowLeft', 'ArrowRight'];
  const sign = event.key === more ? 1 : event.key === less ? -1 : 0;
  if (sign === 0 || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const limits = options.limits();
  const step = (options.step?.() ?? (limits[1] - limits[0]) / 100) * sign;
  const range = options.range() ?? [limits[0], limits[0] + (limits[1] - limits[0]) / 10];
  const part: BrushPart = event.shiftKey ? 'end' : event.altKey ? 'start' : 'move';
  const handle = part === 'start' ? range[0] : range[1];
  const next =
    part === 'move' ? shiftRange(range, step, limits) : dragRange(part, range, handle, handle + step, limits);
  const snapped: Range = [snap(next[0]), snap(next[1])];
  if (snapped[1] > snapped[0]) options.onBrush(snapped, 'commit');
}

function along(point: { x: number; y: number }, options: BrushOptions): number {
  return options.axis === 'y' ? point.y : point.x;
}

function partAt(pixel: number, options: BrushOptions): BrushPart {
  const range = options.range();
  if (range === null) return 'new';
  const start = options.toPixel(range[0]);
  const end = options.toPixel(range[1]);
  if (start <= end) return brushPartAt(pixel, [start, end]);
  const part = brushPartAt(pixel, [end, start]);
  return part === 'start' ? 'end' : part === 'end' ? 'start' : part;
}

function cursorAt(pixel: number, options: BrushOptions): string {
  const resize = options.axis === 'y' ? 'ns-resize' : 'ew-resize';
  return { new: 'crosshair', move: 'grab', start: resize, end: resize }[partAt(pixel, options)];
}

function inside(event: PointerEvent, element: HTMLElement, options: BrushOptions): boolean {
  const { x, y } = pointIn(event, element);
  const { left, right, top, bottom } = options.area();
  return x >= left - 6 && x <= right + 6 && y >= top && y <= bottom;
}

/** The brush over a plot; `outside` washes what it leaves out instead. */
export function drawBrush(
  target: RenderTarget,
  area: { left: number; right: number; top: number; bottom: number },
  pixels: Range,
  colours: ThemeColours,
  outside = false,
): void {
  const { left, right, top, bottom } = area;
  const start = Math.min(Math.max(pixels[0], left), right);
  const end = Math.min(Math.max(pixels[1], left), right);
  const wash = { fill: colours.accentWash };
  if (outside) {
    target.rect(left, top, start - left, bottom - top, wash);
    target.rect(end, top, right - end, bottom - top, wash);
  } else {
    target.rect(start, top, end - start, bottom - top, wash);
  }
  for (const [x, shown] of [
    [start, pixels[0] >= left - 1],
    [end, pixels[1] <= right + 1],
  ] as const) {
    if (!shown) continue;
    target.line(x, top, x, bottom, { stroke: colours.accent, lineWidth: 1.5 });
    const middle = (top + bottom) / 2;
    const reach = Math.min(10, (bottom - top) / 4);
    target.rect(x - 3, middle - reach, 6, reach * 2, {
      fill: colours.background,
      stroke: colours.accent,
      lineWidth: 1.5,
    });
  }
}
