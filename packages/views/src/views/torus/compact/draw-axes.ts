import type { RenderTarget, TextStyle, ThemeColours } from '@weft/draw';
import type { TorusShape } from '@weft/network';
import type { CompactFigure } from './compact-figure.ts';

/** Values along a row and a column, as many as there is room for, and the names of the axes. */
export function drawAxes(
  target: RenderTarget,
  figure: CompactFigure,
  { names }: TorusShape,
  colours: ThemeColours,
): void {
  const { torus, lattice, radius } = figure;
  const [across, down, behind] = torus.kept.map((dimension) => names[dimension]);
  const box = frontBox(figure);
  const every = labelStep(lattice.pitch);
  const text = { fill: colours.muted, size: 10, baseline: 'middle', align: 'middle' } as const;
  const name = { ...text, fill: colours.ink, weight: 'bold', size: 11 } as const;
  const aside = Math.max(radius, 3) + 9;
  const stub = 0.42 * lattice.pitch;
  if (across !== undefined) {
    const y = behind === undefined ? box.top - aside : box.bottom + Math.max(stub, radius) + 10;
    for (const [value, x] of box.columns) if (value % every === 0) target.text(x, y, String(value), text);
    target.text(box.right + stub + 10, y, `${across} →`, name);
  }
  if (down !== undefined) {
    const x = box.left - aside;
    for (const [value, y] of box.rows) if (value % every === 0) target.text(x, y, String(value), text);
    target.text(x - 1, box.bottom + Math.max(stub, 12), `${down} ↓`, name);
  }
  if (behind !== undefined) nameLayers(target, figure, behind, name);
}

/** At the upper right corner of the layer farthest behind. */
function nameLayers(target: RenderTarget, figure: CompactFigure, name: string, style: TextStyle): void {
  const { lattice } = figure;
  const box = frontBox(figure);
  const layers = lattice.cells.length / (box.columns.length * box.rows.length);
  const [dx, dy] = lattice.back;
  const arrow = dy <= 0 ? (dx >= 0 ? '↗' : '↖') : dx >= 0 ? '↘' : '↙';
  const steps = layers - 0.5;
  target.text(box.right + dx * steps + 12, box.top + dy * steps - 8, `${name} ${arrow}`, style);
}

/** Columns and rows of the front layer, which is drawn last. */
function frontBox({ lattice, torus }: CompactFigure) {
  const columns = new Map<number, number>();
  const rows = new Map<number, number>();
  const [wide = 1, high = 1] = torus.sizes;
  const front = Math.floor(lattice.cells[lattice.cells.length - 1] / (wide * high));
  lattice.cells.forEach((cell, i) => {
    if (Math.floor(cell / (wide * high)) !== front) return;
    columns.set(cell % wide, lattice.places[2 * i]);
    rows.set(Math.floor(cell / wide) % high, lattice.places[2 * i + 1]);
  });
  const [xs, ys] = [[...columns.values()], [...rows.values()]];
  return {
    columns: [...columns],
    rows: [...rows],
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

const LABEL = 13;

/** Every first, second, fourth, ... value has a label. */
function labelStep(pitch: number): number {
  let step = 1;
  while (step * pitch < LABEL) step *= 2;
  return step;
}
