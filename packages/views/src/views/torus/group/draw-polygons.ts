import { type RenderTarget, TEXT_SIZE, type ThemeColours, themeColours } from '@weft/draw';
import { cornerAngle, nodeSpokes } from '@weft/layout';
import { nodeCoordinate, vertexName } from '@weft/network';
import { valueColour } from '../source/torus-source.ts';
import type { GroupPicture } from './group-picture.ts';

const TOP = 26;
const LABEL = 14;
const LEGEND = 84;

/** Columns and size of the polygons: as large as all of them fit, rows as long as those of the plane or whole times as long. */
function polygonGrid({ chosen, height, shape, roles }: GroupPicture, width: number) {
  const [wide, high] = [Math.max(40, width - LEGEND), Math.max(40, height - TOP - 8)];
  const rowLength = new Set(chosen.map((node) => nodeCoordinate(shape, node, roles[0]))).size;
  let best = { columns: 1, cell: 0 };
  for (let columns = rowLength; columns <= chosen.length; columns += rowLength) {
    const rows = Math.ceil(chosen.length / columns);
    const cell = Math.min(wide / columns, high / rows - LABEL, 150);
    if (cell > best.cell) best = { columns, cell };
  }
  return best;
}

/** Middle of the i-th polygon. */
function polygonPlace(grid: ReturnType<typeof polygonGrid>, i: number): [number, number] {
  const { columns, cell } = grid;
  return [((i % columns) + 0.5) * cell, TOP + Math.floor(i / columns) * (cell + LABEL) + cell / 2];
}

/** The chosen node at a place, -1 = none. */
export function polygonAt(picture: GroupPicture, width: number, x: number, y: number): number {
  if (picture.chosen.length === 0) return -1;
  const grid = polygonGrid(picture, width);
  const i = picture.chosen.findIndex((_, at) => {
    const [middleX, middleY] = polygonPlace(grid, at);
    return Math.hypot(x - middleX, y - middleY) <= grid.cell / 2;
  });
  return picture.chosen[i] ?? -1;
}

/** VT-16, VT-17: one polygon a chosen node, a corner a dimension, a pair of lines for each of its directions. */
export function drawPolygons(target: RenderTarget, picture: GroupPicture, width: number): void {
  const colours = themeColours(picture.theme);
  target.text(8, 12, 'Polygons', { fill: colours.ink, weight: 'bold', baseline: 'middle' });
  const title = { size: TEXT_SIZE, weight: 'bold' } as const;
  const after = 16 + target.measure('Polygons', title);
  target.text(after, 12, describe(picture), { fill: colours.muted, baseline: 'middle' });
  if (picture.chosen.length === 0) return;
  const grid = polygonGrid(picture, width);
  picture.chosen.forEach((node, i) => {
    const [x, y] = polygonPlace(grid, i);
    drawPolygon(target, picture, node, x, y, 0.46 * grid.cell, colours);
    if (grid.cell < 34) return;
    const name = vertexName(picture.network, picture.shape.vertexAt[node]);
    target.text(x, y + grid.cell / 2 + 4, name, {
      fill: colours.muted,
      size: 10,
      align: 'middle',
      baseline: 'middle',
    });
  });
  drawCorners(target, picture, width - LEGEND / 2 - 4, TOP + 34, colours);
}

function describe({ chosen, beyond }: GroupPicture): string {
  if (chosen.length === 0) return 'click nodes, or drag over them, to see all of their directions';
  const more = beyond > 0 ? `, ${beyond} more are chosen: narrow the selection` : '';
  return `${chosen.length} chosen ${chosen.length === 1 ? 'node' : 'nodes'}, in the order of the planes${more}`;
}

function drawPolygon(
  target: RenderTarget,
  picture: GroupPicture,
  node: number,
  x: number,
  y: number,
  radius: number,
  colours: ThemeColours,
): void {
  outlinePolygon(target, picture.shape.sizes.length, x, y, radius, colours.hairline);
  const wide = Math.max(1, Math.min(4, radius * 0.08));
  for (const { angle, out, into } of nodeSpokes(picture.shape, node)) {
    const reach = 0.88 * radius;
    drawSpoke(target, picture, out, { x, y, angle, reach, wide, aside: -0.6 * wide });
    drawSpoke(target, picture, into, { x, y, angle, reach, wide: wide * 0.4, aside: wide });
  }
  target.circle(x, y, Math.max(1.5, 0.07 * radius), { fill: colours.background, stroke: colours.ink });
}

interface SpokeLine {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly reach: number;
  readonly wide: number;
  /** Pixels clockwise of the angle. */
  readonly aside: number;
}

function drawSpoke(target: RenderTarget, picture: GroupPicture, link: number, line: SpokeLine): void {
  if (link < 0) return;
  const { x, y, angle, reach, wide, aside } = line;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [-sin * aside, cos * aside];
  const start = 0.14 * reach;
  target.line(x + dx + cos * start, y + dy + sin * start, x + dx + cos * reach, y + dy + sin * reach, {
    stroke: valueColour(picture, picture.totals[link] ?? 0),
    lineWidth: wide,
  });
}

/** Two dimensions make no polygon: a circle stands for it. */
function outlinePolygon(
  target: RenderTarget,
  corners: number,
  x: number,
  y: number,
  radius: number,
  stroke: string,
): void {
  if (corners < 3) {
    target.circle(x, y, radius, { stroke });
    return;
  }
  target.path(
    (path) => {
      for (let corner = 0; corner < corners; corner++) {
        const angle = cornerAngle(corner, corners);
        const [px, py] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
        if (corner === 0) path.moveTo(px, py);
        else path.lineTo(px, py);
      }
      path.closePath();
    },
    { stroke },
  );
}

/** Which dimension each corner is, and which line is which. */
function drawCorners(
  target: RenderTarget,
  { shape }: GroupPicture,
  x: number,
  y: number,
  colours: ThemeColours,
): void {
  const count = shape.sizes.length;
  outlinePolygon(target, count, x, y, 18, colours.muted);
  shape.names.forEach((name, dimension) => {
    const angle = cornerAngle(dimension, count);
    const style = {
      fill: colours.ink,
      weight: 'bold',
      size: 10,
      align: 'middle',
      baseline: 'middle',
    } as const;
    target.text(x + 26 * Math.cos(angle), y + 26 * Math.sin(angle), name, style);
  });
  const left = x - 36;
  target.line(left, y + 46, left + 14, y + 46, { stroke: colours.ink, lineWidth: 3 });
  target.line(left, y + 60, left + 14, y + 60, { stroke: colours.ink, lineWidth: 1 });
  const text = { fill: colours.muted, size: 10, baseline: 'middle' } as const;
  target.text(left + 18, y + 46, 'out of it', text);
  target.text(left + 18, y + 60, 'into it', text);
  target.text(left, y + 76, '+ clockwise,', text);
  target.text(left, y + 89, '− counter-', text);
  target.text(left, y + 102, 'clockwise', text);
}
