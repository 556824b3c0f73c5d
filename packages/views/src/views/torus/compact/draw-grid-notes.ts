import { type RenderTarget, themeColours } from '@weft/draw';
import { formatQuantity } from '@weft/model';
import { directionName } from '@weft/network';
import { type CompactFigure, cellSlots, figuresOf, shownValue } from './compact-figure.ts';
import type { CompactPicture } from './compact-picture.ts';

const LEAST_ROOM = 150;
const LINE = 15;

/** Beside each grid, where there is room: from which to which value its nodes and lines go. */
export function drawGridNotes(target: RenderTarget, picture: CompactPicture): void {
  if (picture.totals.length === 0) return;
  const { muted } = themeColours(picture.theme);
  for (const figure of picture.grids) {
    const { lattice, area } = figure;
    const right = lattice.ends.reduce((most, x, i) => (i % 2 === 0 ? Math.max(most, x) : most), area.x + 40);
    const x = right + 34;
    if (area.x + area.width - x < LEAST_ROOM) continue;
    noteLines(picture, figure).forEach((text, i) => {
      target.text(x, area.y + 44 + i * LINE, text, { fill: muted, baseline: 'middle' });
    });
  }
}

function noteLines(picture: CompactPicture, figure: CompactFigure): string[] {
  const { shape } = picture;
  const { torus } = figure;
  const cells = [...figure.lattice.cells];
  const collapsed = torus.collapsed.filter((dimension) => shape.sizes[dimension] > 1);
  const nodes = span(
    picture,
    figure,
    cells.map((cell) => cellSlots(figure, cell, collapsed)),
  );
  const lines = torus.kept.flatMap((dimension) =>
    [2 * dimension, 2 * dimension + 1].flatMap((direction) => {
      const text = span(
        picture,
        figure,
        cells.map((cell) => [cell * torus.directions + direction]),
      );
      return text ? [`${directionName(shape, direction)} lines ${text}`] : [];
    }),
  );
  return [...(nodes ? [`nodes ${nodes}`] : []), ...lines];
}

/** `7.34 – 8.39 MB` of what several places show; null where none has a link. */
function span(picture: CompactPicture, figure: CompactFigure, places: readonly number[][]): string | null {
  const values = places.flatMap((slots) => {
    const carried = figuresOf(figure, slots);
    return carried.links > 0 ? [shownValue(carried, picture.figure)] : [];
  });
  if (values.length === 0) return null;
  const low = formatQuantity(
    values.reduce((a, b) => Math.min(a, b)),
    picture.unit,
  );
  const high = formatQuantity(
    values.reduce((a, b) => Math.max(a, b)),
    picture.unit,
  );
  return low === high ? low : `${low} – ${high}`;
}
