import { type RenderTarget, themeColours } from '@weft/draw';
import type { CompactFigure } from './compact-figure.ts';
import { type CompactItem, placeOf } from './compact-item.ts';
import type { CompactPicture } from './compact-picture.ts';
import { singleLink } from './describe-compact-item.ts';
import { trackPlace } from './draw-figure.ts';
import type { DraggedBox } from './figures-part.tsx';

/** Opened nodes, nodes that hold what is selected, chosen links, and what is under the pointer. */
export function drawMarks(
  target: RenderTarget,
  picture: CompactPicture,
  figures: readonly CompactFigure[],
  hovered: CompactItem | null,
  box: DraggedBox | null,
): void {
  const { accent, accentWash, ink } = themeColours(picture.theme);
  for (const figure of figures) {
    outlineNodes(target, figure, figure.marked, accent);
    for (const [x, y] of placesOf(figure, figure.holding))
      target.circle(x, y, Math.max(2, 0.2 * figure.radius), { fill: accent });
    if (picture.chosenLinks.size > 0) outlineLinks(target, picture, figure, accent);
  }
  const figure = hovered ? figures[hovered.figure] : undefined;
  if (hovered && figure) outlineItem(target, figure, hovered, ink);
  if (!box) return;
  const [x, y] = [Math.min(box.from.x, box.to.x), Math.min(box.from.y, box.to.y)];
  const [width, height] = [Math.abs(box.to.x - box.from.x), Math.abs(box.to.y - box.from.y)];
  target.rect(x, y, width, height, { fill: accentWash, stroke: accent });
}

function placesOf({ lattice }: CompactFigure, cells: ReadonlySet<number>): [number, number][] {
  return [...lattice.cells].flatMap((cell, i) =>
    cells.has(cell) ? [[lattice.places[2 * i], lattice.places[2 * i + 1]] as [number, number]] : [],
  );
}

function outlineNodes(
  target: RenderTarget,
  figure: CompactFigure,
  cells: ReadonlySet<number>,
  stroke: string,
): void {
  const reach = figure.radius + 2.5;
  for (const [x, y] of placesOf(figure, cells)) {
    if (figure.fill === 'segments') target.circle(x, y, reach, { stroke, lineWidth: 2 });
    else target.rect(x - reach, y - reach, 2 * reach, 2 * reach, { stroke, lineWidth: 2 });
  }
}

function outlineLinks(
  target: RenderTarget,
  picture: CompactPicture,
  figure: CompactFigure,
  stroke: string,
): void {
  for (let line = 0; line < figure.lattice.lines.length; line++) {
    for (const sign of [0, 1] as const) {
      const link = singleLink(picture, figure, { figure: 0, kind: 'line', line, sign });
      if (picture.chosenLinks.has(link)) outlineTrack(target, figure, line, sign, stroke);
    }
  }
}

function outlineItem(target: RenderTarget, figure: CompactFigure, item: CompactItem, stroke: string): void {
  if (item.kind === 'line') outlineTrack(target, figure, item.line, item.sign, stroke);
  else {
    const place = placeOf([figure], 0, item.cell);
    if (place) target.circle(...place, figure.radius + 1.5, { stroke, lineWidth: 1.5 });
  }
}

function outlineTrack(
  target: RenderTarget,
  figure: CompactFigure,
  line: number,
  sign: 0 | 1 | null,
  stroke: string,
): void {
  if (line >= figure.lattice.lines.length) return;
  const { ends, width } = trackPlace(figure, line, sign);
  const [x1, y1, x2, y2] = ends;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [((y1 - y2) / length) * (width / 2 + 1), ((x2 - x1) / length) * (width / 2 + 1)];
  target.path(
    (path) => {
      path.moveTo(x1 + dx, y1 + dy);
      path.lineTo(x2 + dx, y2 + dy);
      path.lineTo(x2 - dx, y2 - dy);
      path.lineTo(x1 - dx, y1 - dy);
      path.closePath();
    },
    { stroke, lineWidth: 1.5 },
  );
}
