import { attachListeners, CLICK_PIXELS, type Point, pointIn } from '../../kit/attach-listeners.ts';
import type { HeldKeys } from '../../kit/click-selection.ts';
import { orbit, type Pose, pan, zoom } from './camera-pose.ts';
import { type FlightOptions, flightKeys } from './flight-keys.ts';

interface NavigationOptions extends FlightOptions {
  /** Height of the viewport at a point, and the point relative to its middle, in pixels. */
  viewport(x: number, y: number): { readonly height: number; readonly dx: number; readonly dy: number };
  onHover(x: number, y: number): void;
  onLeave(): void;
  onClick(x: number, y: number, keys: HeldKeys): void;
  onDouble(x: number, y: number): void;
}

/**
 * Drag turns (flat: pans), right or middle or ctrl drag pans, the wheel zooms at the pointer, two fingers pan and
 * pinch, W A S D Q E and arrows fly while they are pressed.
 */
export function attachNavigation(element: HTMLElement, options: NavigationOptions): () => void {
  const pointers = new Map<number, Point>();
  let moved = 0;
  let panning = false;

  const down = (event: PointerEvent): void => {
    element.focus({ preventScroll: true });
    pointers.set(event.pointerId, pointIn(event, element));
    if (pointers.size === 1) {
      moved = 0;
      panning = event.button !== 0 || event.ctrlKey || event.metaKey;
    }
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const now = pointIn(event, element);
    const before = pointers.get(event.pointerId);
    if (!before) {
      options.onHover(now.x, now.y);
      return;
    }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (moved < CLICK_PIXELS) return;
    options.onPose(other ? pinched(other, before, now) : dragged(before, now), 'live');
  };
  const dragged = (before: Point, now: Point): Pose => {
    const { height } = options.viewport(now.x, now.y);
    const [dx, dy] = [(now.x - before.x) / height, (now.y - before.y) / height];
    if (panning || options.flat()) return pan(options.pose(), dx, dy);
    return orbit(options.pose(), -dx * Math.PI, dy * Math.PI);
  };
  const pinched = (rest: Point, before: Point, now: Point): Pose => {
    const { height, dx, dy } = options.viewport(rest.x, rest.y);
    const reach = (p: Point): number => Math.max(Math.hypot(p.x - rest.x, p.y - rest.y), 1);
    const moved = pan(options.pose(), (now.x - before.x) / 2 / height, (now.y - before.y) / 2 / height);
    return zoom(moved, reach(now) / reach(before), dx / height, dy / height);
  };
  const up = (event: PointerEvent): void => {
    const at = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    if (!at || pointers.size > 0) return;
    if (moved >= CLICK_PIXELS) options.onPose(options.pose(), 'commit');
    else if (event.type === 'pointerup' && event.button === 0) options.onClick(at.x, at.y, event);
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { x, y } = pointIn(event, element);
    const { height, dx, dy } = options.viewport(x, y);
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    options.onPose(zoom(options.pose(), 2 ** (-pixels / 400), dx / height, dy / height), 'commit');
  };
  const double = (event: MouseEvent): void => {
    const { x, y } = pointIn(event, element);
    options.onDouble(x, y);
  };
  const menu = (event: Event): void => event.preventDefault();

  element.style.touchAction = 'none';
  return attachListeners(element, {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    pointerleave: options.onLeave,
    wheel,
    dblclick: double,
    ...flightKeys(options),
    contextmenu: menu,
  });
}
