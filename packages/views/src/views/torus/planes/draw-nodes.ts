import { type RenderTarget, themeColours } from '@weft/draw';
import { axisPlace, type PlaneFrame } from '@weft/layout';
import { nodeCoordinate } from '@weft/network';
import { lineRect, type PlanesPicture, screenRect } from './planes-picture.ts';

/** More circles than this take longer than a frame. */
const MOST_NODES = 6000;

const MOST_GROUPS = 1000;

/** Nodes of detailed planes, and the rings at the ends of lines that close one. Apart from the lines: they do not change with values. */
export function drawNodes(target: RenderTarget, picture: PlanesPicture): void {
  drawRings(target, picture);
  if (picture.mode === 'composite' && picture.frames.groups.length <= MOST_GROUPS)
    for (const frame of picture.frames.groups) drawEdges(target, picture, frame);
  if (picture.nodePitch === null || picture.shape.nodeCount > MOST_NODES) return;
  const colours = themeColours(picture.theme);
  const radius = nodeRadius(picture);
  for (let node = 0; node < picture.shape.nodeCount; node++) {
    const [x, y] = nodePlace(picture, node);
    const hole = picture.shape.vertexAt[node] < 0;
    if (!hole) target.circle(x, y, radius, { fill: colours.background, stroke: colours.muted });
    else drawHole(target, x, y, radius, colours.muted);
  }
}

/** Empty planes seen edge on. */
function drawEdges(
  target: RenderTarget,
  { across, transform, theme }: PlanesPicture,
  frame: PlaneFrame,
): void {
  const colours = themeColours(theme);
  const { size, step } = across.levels[0];
  if (step * transform.k < 6) return;
  const [x, y, , height] = screenRect(frame.rect, transform);
  const wide = Math.min(8, 0.2 * step * transform.k);
  for (let edge = 0; edge < size; edge++) {
    const middle = x + (edge + 0.5) * step * transform.k;
    target.rect(middle - wide / 2, y + 2, wide, height - 4, {
      fill: colours.background,
      stroke: colours.hairline,
    });
  }
}

function drawHole(target: RenderTarget, x: number, y: number, radius: number, stroke: string): void {
  target.line(x - radius, y - radius, x + radius, y + radius, { stroke });
  target.line(x - radius, y + radius, x + radius, y - radius, { stroke });
}

export function nodeRadius({ nodePitch, transform }: PlanesPicture): number {
  return Math.min(0.2 * (nodePitch ?? 0) * transform.k, 7);
}

/** Middle of a node in detailed planes, in pixels of the screen. */
export function nodePlace({ shape, across, down, transform }: PlanesPicture, node: number): [number, number] {
  const values = shape.sizes.map((_, dimension) => nodeCoordinate(shape, node, dimension));
  const x = axisPlace(across, values) + across.levels[0].step / 2;
  const y = axisPlace(down, values) + down.levels[0].step / 2;
  return [x * transform.k + transform.x, y * transform.k + transform.y];
}

/** Where a line closes a ring: at its free end, once. */
function drawRings(target: RenderTarget, picture: PlanesPicture): void {
  const { lines, mode, nodePitch, apart } = picture;
  if (lines.count > 4 * MOST_NODES || (mode === 'detailed' && nodePitch === null)) return;
  const colours = themeColours(picture.theme);
  const tracks = apart ? 2 : 1;
  for (let line = 0; line < lines.count; line += tracks) {
    if (lines.wraps[line] === 0 || Number.isNaN(lines.rects[line * 4])) continue;
    const [x, y, width, height] = lineRect(picture, line);
    const [, lowY, , lowHeight] = lineRect(picture, line + tracks - 1);
    const [lowX] = lineRect(picture, line + tracks - 1);
    const across = width > height;
    const middle = across ? (y + lowY + lowHeight) / 2 : (Math.min(x, lowX) + Math.max(x, lowX) + width) / 2;
    const radius = Math.min(3.5, Math.max(1.5, (across ? height : width) * tracks * 0.6));
    const place: [number, number] = across ? [x + width + radius, middle] : [middle, y + height + radius];
    target.circle(...place, radius, { fill: colours.background, stroke: colours.muted });
  }
}
