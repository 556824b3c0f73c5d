import { type RenderTarget, TEXT_SIZE, type ThemeColours, themeColours } from '@weft/draw';
import { drawSegment } from '../source/draw-segment.ts';
import { valueColour } from '../source/torus-source.ts';
import type { GroupPicture } from './group-picture.ts';

/** Below this radius in pixels nodes have no segments. */
const LEAST_SEGMENTS = 4;

/** All planes of a group: links within them as lines, links that leave them as segments of their nodes. */
export function drawGroup(target: RenderTarget, picture: GroupPicture): void {
  const colours = themeColours(picture.theme);
  drawTitle(target, picture, colours);
  drawLines(target, picture);
  for (const { node, x, y } of picture.group.nodes) drawNode(target, picture, node, x, y, colours);
  drawKey(target, picture, colours);
}

function drawTitle(
  target: RenderTarget,
  { group, shape, fixed, roles }: GroupPicture,
  colours: ThemeColours,
): void {
  const where = fixed.flatMap((value, dimension) =>
    value < 0 ? [] : [`${shape.names[dimension]} = ${value}`],
  );
  const plane = roles.slice(0, 2).flatMap((dimension) => (dimension < 0 ? [] : [shape.names[dimension]]));
  target.text(8, 12, 'Magnified group', { fill: colours.ink, weight: 'bold', baseline: 'middle' });
  const about = [...where, `planes (${plane.join(' × ')})`].join(', ');
  const after = 16 + target.measure('Magnified group', { size: TEXT_SIZE, weight: 'bold' });
  target.text(after, 12, about, { fill: colours.muted, baseline: 'middle' });
  if (group.inner < 0) return;
  for (const { value, rect } of group.planes)
    target.text(rect[0], rect[1] - 4, `${shape.names[group.inner]} = ${value}`, {
      fill: colours.ink,
      size: 10,
    });
}

function drawLines(target: RenderTarget, picture: GroupPicture): void {
  const { group, shape, totals, visible } = picture;
  const colours = themeColours(picture.theme);
  for (const { slot, rect } of group.lines) {
    const link = shape.linkAt[slot];
    const [x, y, width, height] = rect;
    if (link < 0) {
      const paint = { stroke: colours.muted, dash: [2, 3] };
      if (width > height) target.line(x, y, x + width, y, paint);
      else target.line(x, y, x, y + height, paint);
    } else {
      const hidden = visible !== null && visible[link] === 0;
      const fill = valueColour(picture, totals[link] ?? 0);
      target.rect(...rect, hidden ? { fill, opacity: 0.17 } : { fill });
    }
  }
}

/** Rim = +, core = -, of every dimension that leaves the plane; the first points up, the others follow clockwise. */
function drawNode(
  target: RenderTarget,
  picture: GroupPicture,
  node: number,
  x: number,
  y: number,
  colours: ThemeColours,
): void {
  const { group, shape, totals } = picture;
  const { radius, leaving } = group;
  if (shape.vertexAt[node] < 0) {
    target.line(x - radius, y - radius, x + radius, y + radius, { stroke: colours.muted });
    target.line(x - radius, y + radius, x + radius, y - radius, { stroke: colours.muted });
    return;
  }
  target.circle(x, y, radius, { fill: colours.background, stroke: colours.muted });
  if (radius < LEAST_SEGMENTS) return;
  leaving.forEach((dimension, place) => {
    for (const sign of [1, 0] as const) {
      const link = shape.linkAt[node * shape.directions + 2 * dimension + sign];
      if (link < 0) continue;
      const fill = valueColour(picture, totals[link] ?? 0);
      drawSegment(target, { x, y, radius, sign, place, places: leaving.length }, { fill });
    }
  });
}

function drawKey(
  target: RenderTarget,
  { group, shape, height, roles }: GroupPicture,
  colours: ThemeColours,
): void {
  const [x, y] = roles.map((dimension) => (dimension < 0 ? '' : shape.names[dimension]));
  const axes = [x && `${x} →`, y && `${y} ↓`].filter(Boolean).join('  ');
  const [first, ...others] = group.leaving.map((dimension) => shape.names[dimension]);
  const segments = first
    ? `; nodes: ${first} up${others.length > 0 ? `, then ${others.join(', ')} clockwise` : ''}, rim +, core −`
    : '';
  target.text(8, height - 10, `${axes}${segments}`, { fill: colours.muted, size: 10, baseline: 'middle' });
}
