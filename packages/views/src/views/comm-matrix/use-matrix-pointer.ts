import { computed, type ReadonlySignal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Point } from '../../kit/attach-listeners.ts';
import type { TooltipContent } from '../../kit/tooltip.tsx';
import { columnToX, type MatrixModel, matrixSquare, positionAt, rowToY } from './matrix-geometry.ts';
import { cellAt, type MatrixCell, type RankPair } from './matrix-model.ts';
import { keepInSight } from './matrix-window.ts';
import { describeCell } from './matrix-words.ts';
import type { MatrixZoom } from './use-matrix-model.ts';

export interface MatrixPointer {
  readonly cell: ReadonlySignal<MatrixCell | null>;
  readonly tooltip: ReadonlySignal<TooltipContent | null>;
  place(): Point | null;
  hover(point: Point | null): void;
  /** The pointer goes to a cell of the keyboard's or the list's, which comes into sight. */
  pointAt(row: number, column: number): void;
  pointAtPair(pair: RankPair): void;
}

export function useMatrixPointer(model: ReadonlySignal<MatrixModel>, zoom: MatrixZoom): MatrixPointer {
  const pointer = useSignal<Point | null>(null);
  const cell = useMemo(() => computed(() => pointer.value && cellUnder(model.value, pointer.value)), [model]);
  const tooltip = useMemo(
    () =>
      computed(() => {
        const [at, under] = [pointer.value, cell.value];
        return at && under && describeCell(model.value, under, at);
      }),
    [model, cell],
  );
  return useMemo(() => {
    const pointAt = (row: number, column: number): void => {
      const { window, data } = model.peek();
      const sight = keepInSight(window, row, column, data.ranks);
      if (sight !== window) zoom.change(sight);
      pointer.value = centreOf(model.peek(), row, column);
    };
    return {
      cell,
      tooltip,
      place: () => pointer.peek(),
      hover(point) {
        pointer.value = point;
      },
      pointAt,
      pointAtPair({ src, dst }) {
        const { rankAt } = model.peek().data;
        pointAt(rankAt.indexOf(src), rankAt.indexOf(dst));
      },
    };
  }, [model, zoom, cell, tooltip]);
}

export function cellUnder(model: MatrixModel, { x, y }: Point): MatrixCell | null {
  const at = positionAt(model, x, y);
  return at && cellAt(model.data, at.row, at.column);
}

/** The middle of a cell on screen, within the square. */
function centreOf(model: MatrixModel, row: number, column: number): Point {
  const { left, top, side } = matrixSquare(model);
  const inside = (at: number, from: number): number => Math.min(Math.max(at, from), from + side - 0.01);
  return {
    x: inside(columnToX(model, column + 0.5), left),
    y: inside(rowToY(model, row + 0.5), top),
  };
}
