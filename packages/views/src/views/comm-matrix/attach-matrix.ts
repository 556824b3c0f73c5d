import { attachDrag } from '../../kit/attach-drag.ts';
import { attachKeys } from '../../kit/attach-keys.ts';
import { attachListeners, type Point, pointIn, wheelFactor } from '../../kit/attach-listeners.ts';
import { isAdding } from '../../kit/click-selection.ts';
import { type MatrixModel, matrixSquare, positionAt } from './matrix-geometry.ts';
import { cellAt } from './matrix-model.ts';
import { type MatrixWindow, panMatrix, wholeWindow, zoomMatrix } from './matrix-window.ts';

interface MatrixActions {
  model(): MatrixModel;
  show(window: MatrixWindow): void;
  pick(point: Point, add: boolean): void;
  hover(point: Point | null): void;
  selectVisible(): void;
  /** Undoes one zoom. */
  back(): void;
  /** Where the mouse, a key or the list points; null = nowhere. */
  pointer(): Point | null;
  pointAt(row: number, column: number): void;
  pickHere(add: boolean): void;
  /** To the next (1) or previous (-1) of the largest pairs. */
  nextPair(step: 1 | -1): void;
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
      start: () => actions.model().window,
      drag(window, from, to) {
        const model = actions.model();
        if (!positionAt(model, from.x, from.y)) return;
        const scale = window.size / matrixSquare(model).side;
        const [rows, columns] = [(from.y - to.y) * scale, (from.x - to.x) * scale];
        actions.show(panMatrix(window, rows, columns, model.data.ranks));
      },
      click: (at, event) => actions.pick(at, isAdding(event)),
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
  const middle = window.size / 2;
  const zoom = (factor: number) => {
    const { row, column } = here(actions) ?? { row: window.row + middle, column: window.column + middle };
    actions.show(zoomMatrix(window, factor, row, column, data.ranks));
  };
  return {
    ArrowLeft: () => step(actions, 0, -1),
    ArrowRight: () => step(actions, 0, 1),
    ArrowUp: () => step(actions, -1, 0),
    ArrowDown: () => step(actions, 1, 0),
    Enter: () => actions.pickHere(false),
    ' ': () => actions.pickHere(true),
    n: () => actions.nextPair(1),
    p: () => actions.nextPair(-1),
    '+': () => zoom(0.5),
    '=': () => zoom(0.5),
    '-': () => zoom(2),
    '0': () => actions.show(wholeWindow(data.ranks)),
    Home: () => actions.show(wholeWindow(data.ranks)),
    Backspace: actions.back,
    r: () => actions.selectVisible(),
  };
}

function here(actions: MatrixActions): { row: number; column: number } | null {
  const at = actions.pointer();
  return at && positionAt(actions.model(), at.x, at.y);
}

/** One cell further; the first key starts at the first cell in sight. */
function step(actions: MatrixActions, rows: number, columns: number): void {
  const { window, data } = actions.model();
  const at = here(actions);
  if (!at) {
    actions.pointAt(Math.floor(window.row), Math.floor(window.column));
    return;
  }
  const cell = cellAt(data, at.row, at.column);
  if (!cell) return;
  const move = ([from, to]: readonly [number, number], by: number): number =>
    Math.min(Math.max(by > 0 ? to : by < 0 ? from - 1 : from, 0), data.ranks - 1);
  actions.pointAt(move(cell.senders, rows), move(cell.receivers, columns));
}
