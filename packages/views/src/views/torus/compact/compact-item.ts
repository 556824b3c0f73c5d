import { type CompactFigure, figureAt } from './compact-figure.ts';
import { trackPlace } from './draw-figure.ts';

/** What lies at a place of a figure: a node, or one direction of a line (sign null = both). */
export type CompactItem =
  | { readonly figure: number; readonly kind: 'node'; readonly cell: number }
  | { readonly figure: number; readonly kind: 'line'; readonly line: number; readonly sign: 0 | 1 | null };

/** Nodes before lines; null between them. */
export function itemAt(
  figures: readonly CompactFigure[],
  apart: boolean,
  x: number,
  y: number,
): CompactItem | null {
  const figure = figureAt(figures, x, y);
  if (figure < 0) return null;
  const cell = nodeAt(figures[figure], x, y);
  if (cell >= 0) return { figure, kind: 'node', cell };
  const found = trackAt(figures[figure], apart, x, y);
  return found ? { figure, kind: 'line', ...found } : null;
}

/** The front-most node, -1 = none. */
function nodeAt({ lattice, radius }: CompactFigure, x: number, y: number): number {
  const reach = Math.max(radius, 3);
  for (let i = lattice.cells.length - 1; i >= 0; i--)
    if (Math.hypot(lattice.places[2 * i] - x, lattice.places[2 * i + 1] - y) <= reach)
      return lattice.cells[i];
  return -1;
}

const REACH = 2.5;

function trackAt(figure: CompactFigure, apart: boolean, x: number, y: number) {
  let best: { readonly line: number; readonly sign: 0 | 1 | null } | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let line = figure.lattice.lines.length - 1; line >= 0; line--) {
    for (const sign of apart ? BOTH : TOGETHER) {
      const { ends, width } = trackPlace(figure, line, sign);
      const distance = distanceTo(ends, x, y) - width / 2;
      if (distance < Math.min(least, REACH)) [best, least] = [{ line, sign }, distance];
    }
  }
  return best;
}

const BOTH = [0, 1] as const;
const TOGETHER = [null] as const;

function distanceTo(
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  x: number,
  y: number,
): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** Cells of a figure in a box. */
export function cellsIn(
  { lattice }: CompactFigure,
  [left, top, right, bottom]: readonly [number, number, number, number],
): number[] {
  return [...lattice.cells].filter((_, i) => {
    const [x, y] = [lattice.places[2 * i], lattice.places[2 * i + 1]];
    return x >= left && x <= right && y >= top && y <= bottom;
  });
}

/** The nearest node of any figure in a direction, for the arrow keys; straight ahead counts more than aside. */
export function neighbourItem(
  figures: readonly CompactFigure[],
  from: CompactItem | null,
  dx: number,
  dy: number,
): CompactItem | null {
  const start = from?.kind === 'node' ? placeOf(figures, from.figure, from.cell) : null;
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  figures.forEach(({ lattice }, figure) => {
    lattice.cells.forEach((cell, i) => {
      const [x, y] = [lattice.places[2 * i], lattice.places[2 * i + 1]];
      const ahead = start ? (x - start[0]) * dx + (y - start[1]) * dy : x + y;
      const aside = start ? Math.abs((x - start[0]) * dy) + Math.abs((y - start[1]) * dx) : 0;
      const cost = ahead + 3 * aside;
      if ((start === null || ahead > 0.5) && cost < least)
        [best, least] = [{ figure, kind: 'node', cell }, cost];
    });
  });
  return best;
}

export function placeOf(
  figures: readonly Pick<CompactFigure, 'lattice'>[],
  figure: number,
  cell: number,
): readonly [number, number] | null {
  const { lattice } = figures[figure];
  const i = lattice.cells.indexOf(cell);
  return i < 0 ? null : [lattice.places[2 * i], lattice.places[2 * i + 1]];
}
