import type { PlaneAxis } from '@weft/layout';
import { pixelRatio } from '../../../kit/pixel-ratio.ts';
import { nodePlace, nodeRadius } from './draw-nodes.ts';
import { placeLines } from './draw-planes.ts';
import { lineRect, type PlaneItem, type PlanesPicture, screenRect } from './planes-picture.ts';

/** A node before the lines that meet there, a line before the group it lies in. */
export function planeItemAt(picture: PlanesPicture, x: number, y: number): PlaneItem | null {
  const node = nodeAt(picture, x, y);
  if (node >= 0) return { kind: 'node', id: node };
  const line = lineAt(picture, x, y);
  if (line >= 0) return { kind: 'line', id: line };
  const group = picture.frames.groups.findIndex(({ rect }) => {
    const [left, top, width, height] = screenRect(rect, picture.transform);
    return x >= left && y >= top && x <= left + width && y <= top + height;
  });
  return group >= 0 ? { kind: 'group', id: group } : null;
}

function nodeAt(picture: PlanesPicture, x: number, y: number): number {
  if (picture.nodePitch === null) return -1;
  const { transform, shape } = picture;
  const values = new Array<number>(shape.sizes.length).fill(0);
  const inside =
    readAxis(picture.across, (x - transform.x) / transform.k, values) &&
    readAxis(picture.down, (y - transform.y) / transform.k, values);
  if (!inside) return -1;
  const node = values.reduce((sum, value, dimension) => sum + value * shape.strides[dimension], 0);
  const [nodeX, nodeY] = nodePlace(picture, node);
  return Math.hypot(nodeX - x, nodeY - y) <= nodeRadius(picture) + 1 ? node : -1;
}

/** Writes the values a place on the axis stands for; false where it lies beside all of them. */
function readAxis({ levels, start }: PlaneAxis, place: number, values: number[]): boolean {
  let rest = place - start;
  for (const { dimension, size, step } of levels.toReversed()) {
    const value = Math.floor(rest / step);
    if (value < 0 || value >= size) return false;
    if (dimension >= 0) values[dimension] = value;
    rest -= value * step;
  }
  return true;
}

/** Thin lines are met within two pixels. */
function lineAt(picture: PlanesPicture, x: number, y: number): number {
  placeLines(picture);
  const ratio = pixelRatio();
  for (const [dx, dy] of AROUND) {
    const line = picture.painter.cellAt(Math.round((x + dx) * ratio), Math.round((y + dy) * ratio));
    if (line >= 0 && picture.lines.links[line] > 0) return line;
  }
  return -1;
}

const AROUND = [
  [0, 0],
  [0, -2],
  [0, 2],
  [-2, 0],
  [2, 0],
] as const;

/** The nearest line in a direction from this one, for the arrow keys: straight ahead counts more than aside. */
export function neighbourLine(picture: PlanesPicture, from: number | null, dx: number, dy: number): number {
  const { lines } = picture;
  const start = from === null ? null : middle(picture, from);
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let line = 0; line < lines.count; line++) {
    if (line === from || lines.links[line] === 0) continue;
    const [x, y] = middle(picture, line);
    const ahead = start ? (x - start[0]) * dx + (y - start[1]) * dy : x + y;
    const aside = start ? Math.abs((x - start[0]) * dy) + Math.abs((y - start[1]) * dx) : 0;
    const cost = ahead + 3 * aside;
    if ((start === null || ahead > 0.5) && cost < least) [best, least] = [line, cost];
  }
  return best < 0 ? (from ?? -1) : best;
}

function middle(picture: PlanesPicture, line: number): [number, number] {
  const [x, y, width, height] = lineRect(picture, line);
  return [x + width / 2, y + height / 2];
}
