/** Listens to several events of an element, with the right to prevent what the browser would do; returns how to stop. */
export function attachListeners(
  element: HTMLElement,
  listeners: { readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void },
): () => void {
  const entries = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of entries) element.addEventListener(type, listener, { passive: false });
  return () => {
    for (const [type, listener] of entries) element.removeEventListener(type, listener);
  };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** In CSS pixels from the upper left corner of the element. */
export function pointIn(event: MouseEvent, element: HTMLElement): Point {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** A pointer that moves less than this many pixels between press and release clicks. */
export const CLICK_PIXELS = 4;

/** What one turn of the wheel scales by; a pinch on a touch pad arrives as a wheel with ctrl and small steps. */
export function wheelFactor(event: WheelEvent, pixels = event.deltaY): number {
  return 2 ** ((pixels * (event.deltaMode === 1 ? 16 : 1)) / (event.ctrlKey ? 100 : 300));
}
