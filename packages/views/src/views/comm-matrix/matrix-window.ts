import type { ViewOptions } from '../../view.ts';

/** The square of positions on screen: rows are senders, columns receivers. */
export interface MatrixWindow {
  readonly row: number;
  readonly column: number;
  readonly size: number;
}

const FEWEST_RANKS = 4;

export function wholeWindow(ranks: number): MatrixWindow {
  return { row: 0, column: 0, size: Math.max(ranks, 1) };
}

/** A smaller factor shows fewer ranks; the cell at (row, column) stays where it is on screen. */
export function zoomMatrix(
  window: MatrixWindow,
  factor: number,
  row: number,
  column: number,
  ranks: number,
): MatrixWindow {
  const size = Math.min(Math.max(window.size * factor, Math.min(FEWEST_RANKS, ranks)), ranks);
  const ratio = size / window.size;
  return keepWithin(
    { row: row - (row - window.row) * ratio, column: column - (column - window.column) * ratio, size },
    ranks,
  );
}

export function panMatrix(window: MatrixWindow, rows: number, columns: number, ranks: number): MatrixWindow {
  return keepWithin({ ...window, row: window.row + rows, column: window.column + columns }, ranks);
}

function keepWithin({ row, column, size }: MatrixWindow, ranks: number): MatrixWindow {
  const least = Math.min(size, Math.max(ranks, 1));
  const hold = (from: number): number => Math.min(Math.max(from, 0), Math.max(ranks, 1) - least);
  return { row: hold(row), column: hold(column), size: least };
}

/** The window moved as little as it takes to show a whole cell; the same one where it shows it already. */
export function keepInSight(window: MatrixWindow, row: number, column: number, ranks: number): MatrixWindow {
  const moved = (from: number, at: number): number =>
    at < from ? at : at + 1 > from + window.size ? at + 1 - window.size : from;
  const next = { ...window, row: moved(window.row, row), column: moved(window.column, column) };
  const same = next.row === window.row && next.column === window.column;
  return same ? window : keepWithin(next, ranks);
}

/** Hundredths of a rank; zeros where everything is on screen. */
export function optionsOfMatrix(window: MatrixWindow, ranks: number): Record<string, number> {
  if (window.size >= ranks) return { y: 0, x: 0, n: 0 };
  const hundredths = (value: number): number => Math.round(value * 100) / 100;
  return { y: hundredths(window.row), x: hundredths(window.column), n: hundredths(window.size) };
}

export function rangeOfOptions({ x, y, n }: ViewOptions): MatrixWindow | null {
  if (typeof x !== 'number' || typeof y !== 'number' || typeof n !== 'number') return null;
  return n > 0 && x >= 0 && y >= 0 ? { row: y, column: x, size: n } : null;
}

export function matrixOfOptions(options: ViewOptions, ranks: number): MatrixWindow {
  const zoom = rangeOfOptions(options);
  return zoom ? keepWithin(zoom, ranks) : wholeWindow(ranks);
}
