import { attachListeners, CLICK_PIXELS, type Point, pointIn } from './attach-listeners.ts';

/** Screen = world * k + (x, y). */
export interface Transform {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export const identityTransform: Transform = { k: 1, x: 0, y: 0 };

interface ZoomLimits {
  readonly minimum: number;
  readonly maximum: number;
}

/** Scales by `factor`; the world point under (px, py) stays there. */
export function zoomAt(
  transform: Transform,
  factor: number,
  px: number,
  py: number,
  limits: ZoomLimits,
): Transform {
  const k = Math.min(Math.max(transform.k * factor, limits.minimum), limits.maximum);
  const ratio = k / transform.k;
  return { k, x: px - (px - transform.x) * ratio, y: py - (py - transform.y) * ratio };
}

export function panBy(transform: Transform, dx: number, dy: number): Transform {
  return { k: transform.k, x: transform.x + dx, y: transform.y + dy };
}

export function toWorld(transform: Transform, px: number, py: number): [number, number] {
  return [(px - transform.x) / transform.k, (py - transform.y) / transform.k];
}

/** Keeps the world rectangle 0..width x 0..height (in screen pixels at k = 1) from leaving the screen. */
export function keepInside(transform: Transform, width: number, height: number): Transform {
  const hold = (offset: number, size: number): number => {
    const free = size - size * transform.k;
    return free > 0 ? free / 2 : Math.min(Math.max(offset, free), 0);
  };
  return { k: transform.k, x: hold(transform.x, width), y: hold(transform.y, height) };
}

interface ZoomOptions {
  transform(): Transform;
  onZoom(transform: Transform): void;
  readonly limits?: ZoomLimits;
  /** A click that was no drag. */
  onClick?(x: number, y: number, event: PointerEvent): void;
}

/** Wheel zooms at the pointer, drag pans, double-click zooms in (shift: out), two fingers pinch. */
export function attachZoomPan(element: HTMLElement, options: ZoomOptions): () => void {
  const limits = options.limits ?? { minimum: 1, maximum: 1000 };
  const pointers = new Map<number, Point>();
  let moved = 0;

  const zoom = (factor: number, at: Point): void =>
    options.onZoom(zoomAt(options.transform(), factor, at.x, at.y, limits));
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    zoom(2 ** (-pixels / (event.ctrlKey ? 100 : 400)), pointIn(event, element));
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, pointIn(event, element));
    if (pointers.size === 1) moved = 0;
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = pointIn(event, element);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (moved < CLICK_PIXELS) return;
    if (other) options.onZoom(pinch(options.transform(), other, before, now, limits));
    else options.onZoom(panBy(options.transform(), now.x - before.x, now.y - before.y));
  };
  const up = (event: PointerEvent): void => {
    const at = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (at && moved < CLICK_PIXELS && event.type === 'pointerup') options.onClick?.(at.x, at.y, event);
  };
  const double = (event: MouseEvent): void => zoom(event.shiftKey ? 0.5 : 2, pointIn(event, element));

  element.style.touchAction = 'none';
  return attachListeners(element, {
    wheel,
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    dblclick: double,
  });
}

/** One finger rests, the other moves: both stay on their world points. */
function pinch(transform: Transform, rest: Point, before: Point, now: Point, limits: ZoomLimits): Transform {
  const distance = (p: Point): number => Math.max(Math.hypot(p.x - rest.x, p.y - rest.y), 1);
  return zoomAt(transform, distance(now) / distance(before), rest.x, rest.y, limits);
}
