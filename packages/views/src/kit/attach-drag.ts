import { attachListeners, CLICK_PIXELS, type Point, pointIn } from './attach-listeners.ts';

interface DragHandlers<S> {
  /** What a drag from here has to know until its end; null = none starts here. */
  start(at: Point, event: PointerEvent): S | null;
  drag(state: S, from: Point, to: Point): void;
  /** After a drag; not called for a click. */
  drop?(state: S, from: Point, to: Point): void;
  click(at: Point, event: PointerEvent): void;
  /** The pointer moves without a drag; null = it left, or drags. */
  hover(at: Point | null): void;
}

/** Hover, click and drag of the main button, told apart by how far the pointer moves. */
export function attachDrag<S>(element: HTMLElement, handlers: DragHandlers<S>): () => void {
  let drag: { readonly from: Point; readonly state: S; moved: boolean } | null = null;
  const end = (event: PointerEvent): void => {
    const last = drag;
    drag = null;
    if (last?.moved) handlers.drop?.(last.state, last.from, pointIn(event, element));
    else if (last && event.type === 'pointerup') handlers.click(last.from, event);
  };
  element.style.touchAction = 'none';
  return attachListeners(element, {
    pointerdown(event) {
      const from = pointIn(event, element);
      const state = event.button === 0 ? handlers.start(from, event) : null;
      if (state === null) return;
      drag = { from, state, moved: false };
      element.setPointerCapture(event.pointerId);
    },
    pointermove(event) {
      const to = pointIn(event, element);
      if (!drag) return handlers.hover(to);
      const { from } = drag;
      if (!drag.moved && Math.abs(to.x - from.x) + Math.abs(to.y - from.y) < CLICK_PIXELS) return;
      drag.moved = true;
      handlers.hover(null);
      handlers.drag(drag.state, from, to);
    },
    pointerup: end,
    pointercancel(event) {
      end(event);
      handlers.hover(null);
    },
    pointerleave: () => handlers.hover(null),
  });
}
