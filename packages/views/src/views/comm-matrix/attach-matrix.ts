import { attachDrag } from '../../kit/attach-drag.ts';
import { attachKeys } from '../../kit/attach-keys.ts';
import { attachListeners, type Point, pointIn, wheelFactor } from '../../kit/attach-listeners.ts';
import { type MatrixModel, matrixSquare, positionAt } from './draw-matrix.ts';
import { type MatrixWindow, panMatrix, wholeWindow, zoomMatrix } from './matrix-window.ts';

export interface MatrixActions {
  model(): MatrixModel;
  show(window: MatrixWindow): void;
  pick(point: Point, add: boolean): void;
  hover(point: Point | null): void;
  selectVisible(): void;
}

/** Wheel zooms at the pointer, drag pans, click selects, double-click zooms in; keys do the same. */
export function attachMatrix(element: HTMLElement, actions: MatrixActions): () => void {
  const zoomAt = (event: MouseEvent, factor: number): void => {
    const model = actions.model();
    const { x, y } = pointIn(event, element);
    const at = positionAt(model, x, y);
    if (at) actions.show(zoomMatrix(model.window, factor, at.row, at.column, model.data.ranks));
  };
  const detach = [
    attachDrag<MatrixWindow>(element, {
      start: ({ x, y }) => (positionAt(actions.model(), x, y) ? actions.model().window : null),
      drag(window, from, to) {
        const model = actions.model();
        const scale = window.size / matrixSquare(model).side;
        const [rows, columns] = [(from.y - to.y) * scale, (from.x - to.x) * scale];
        actions.show(panMatrix(window, rows, columns, model.data.ranks));
      },
      click: (at, event) => actions.pick(at, event.shiftKey || event.ctrlKey || event.metaKey),
      hover: actions.hover,
    }),
    attachListeners(element, {
      wheel(event) {
        event.preventDefault();
        zoomAt(event, wheelFactor(event));
      },
      dblclick: (event) => zoomAt(event, event.shiftKey ? 4 : 0.25),
    }),
    attachKeys(element, () => keyMoves(actions)),
  ];
  return () => {
    for (const stop of detach) stop();
  };
}

function keyMoves(actions: MatrixActions): Record<string, () => void> {
  const { window, data } = actions.model();
  const step = Math.max(window.size / 8, 1);
  const middle = window.size / 2;
  const pan = (rows: number, columns: number) => actions.show(panMatrix(window, rows, columns, data.ranks));
  const zoom = (factor: number) =>
    actions.show(zoomMatrix(window, factor, window.row + middle, window.column + middle, data.ranks));
  return {
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
}
