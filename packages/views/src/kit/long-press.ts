import { attachListeners } from './attach-listeners.ts';

const HOLD_MILLISECONDS = 500;
const STILL_PIXELS = 8;

interface LongPress {
  /** Was the touch that ends or has just ended a long one? */
  held(): boolean;
  detach(): void;
}

/** A finger that rests: what hovering is for a mouse. The next touch begins anew, and takes back what was shown. */
export function attachLongPress(
  element: HTMLElement,
  onHold: (x: number, y: number) => void,
  onRelease: () => void,
): LongPress {
  const fingers = new Map<number, { x: number; y: number }>();
  let timer = 0;
  let held = false;

  const down = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch') return;
    const box = element.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(timer);
    held = false;
    onRelease();
    if (fingers.size > 1) return;
    timer = window.setTimeout(() => {
      held = true;
      onHold(at.x, at.y);
    }, HOLD_MILLISECONDS);
  };
  const move = (event: PointerEvent): void => {
    const from = fingers.get(event.pointerId);
    if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PIXELS)
      clearTimeout(timer);
  };
  const up = (event: PointerEvent): void => {
    if (fingers.delete(event.pointerId)) clearTimeout(timer);
  };
  const menu = (event: Event): void => {
    if (fingers.size > 0) event.preventDefault();
  };
  const detach = attachListeners(element, {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
    contextmenu: menu,
  });
  return {
    held: () => held,
    detach() {
      clearTimeout(timer);
      detach();
    },
  };
}
