import { type MatrixModel, matrixSquare, positionAt } from './draw-matrix.ts';
import { type MatrixWindow, panMatrix, wholeWindow, zoomMatrix } from './matrix-window.ts';

export interface MatrixActions {
  model(): MatrixModel;
  show(window: MatrixWindow): void;
  pick(point: { x: number; y: number }, add: boolean): void;
  hover(point: { x: number; y: number } | null): void;
  selectVisible(): void;
}

const CLICK_PIXELS = 4;

/** Wheel zooms at the pointer, drag pans, click selects, double-click zooms in; keys do the same. */
export function attachMatrix(element: HTMLElement, actions: MatrixActions): () => void {
  let drag: { x: number; y: number; window: MatrixWindow; moved: boolean } | null = null;

  const zoomAt = (event: MouseEvent, factor: number): void => {
    const model = actions.model();
    const { x, y } = pointIn(event, element);
    const at = positionAt(model, x, y);
    if (at) actions.show(zoomMatrix(model.window, factor, at.row, at.column, model.data.ranks));
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    zoomAt(event, 2 ** (pixels / (event.ctrlKey ? 100 : 300)));
  };
  const down = (event: PointerEvent): void => {
    const { x, y } = pointIn(event, element);
    const model = actions.model();
    if (event.button !== 0 || !positionAt(model, x, y)) return;
    drag = { x, y, window: model.window, moved: false };
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const point = pointIn(event, element);
    if (!drag) {
      actions.hover(point);
      return;
    }
    const [dx, dy] = [point.x - drag.x, point.y - drag.y];
    if (!drag.moved && Math.abs(dx) + Math.abs(dy) < CLICK_PIXELS) return;
    drag.moved = true;
    actions.hover(null);
    const model = actions.model();
    const scale = drag.window.size / matrixSquare(model).side;
    actions.show(panMatrix(drag.window, -dy * scale, -dx * scale, model.data.ranks));
  };
  const up = (event: PointerEvent): void => {
    const last = drag;
    drag = null;
    if (!last || last.moved || event.type !== 'pointerup') return;
    actions.pick({ x: last.x, y: last.y }, event.shiftKey || event.ctrlKey || event.metaKey);
  };
  const double = (event: MouseEvent): void => zoomAt(event, event.shiftKey ? 4 : 0.25);
  const leave = (): void => actions.hover(null);
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !pressKey(event.key, actions)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const listeners: [string, (event: never) => void][] = [
    ['wheel', wheel],
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', up],
    ['pointerleave', leave],
    ['dblclick', double],
    ['keydown', key],
  ];
  for (const [type, listener] of listeners) {
    element.addEventListener(type, listener as EventListener, { passive: false });
  }
  element.style.touchAction = 'none';
  return () => {
    for (const [type, listener] of listeners) element.removeEventListener(type, listener as EventListener);
  };
}

function pressKey(key: string, actions: MatrixActions): boolean {
  const { window, data } = actions.model();
  const step = Math.max(window.size / 8, 1);
  const middle = window.size / 2;
  const pan = (rows: number, columns: number) => actions.show(panMatrix(window, rows, columns, data.ranks));
  const zoom = (factor: number) =>
    actions.show(zoomMatrix(window, factor, window.row + middle, window.column + middle, data.ranks));
  const moves: Record<string, () => void> = {
    ArrowLeft: () => pan(0, -step),
    ArrowRight: () => pan(0, step),
    ArrowUp: () => pan(-step, 0),
    ArrowDown: () => pan(step, 0),
    '+': () => zoom(0.5),
    '=': () => zoom(0.5),
    '-': () => zoom(2),
    '0': () => actions.show(wholeWindow(data.ranks)),
    Home: () => actions.show(wholeWindow(data.ranks)),
    r: () => actions.selectVisible(),
  };
  const act = Object.hasOwn(moves, key) ? moves[key] : undefined;
  act?.();
  return act !== undefined;
}

function pointIn(event: MouseEvent, element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
