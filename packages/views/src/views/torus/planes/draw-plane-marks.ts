import { type RenderTarget, themeColours } from '@weft/draw';
import type { LineRect } from '@weft/layout';
import { nodePlace, nodeRadius } from './draw-nodes.ts';
import { padded } from './draw-planes.ts';
import { lineRect, type PlaneItem, type PlanesPicture, screenRect } from './planes-picture.ts';

/** What is chosen and what is under the pointer or the keyboard, drawn apart: it changes with every move. */
export function drawPlaneMarks(
  target: RenderTarget,
  picture: PlanesPicture,
  hovered: PlaneItem | null,
): void {
  const colours = themeColours(picture.theme);
  drawChosen(target, picture, colours.accent);
  if (!hovered) return;
  if (hovered.kind === 'node') {
    const [x, y] = nodePlace(picture, hovered.id);
    target.circle(x, y, nodeRadius(picture) + 1, { stroke: colours.ink, lineWidth: 1.5 });
  } else if (hovered.kind === 'line') outline(target, lineRect(picture, hovered.id), colours.ink, 1.5);
  else if (picture.frames.groups[hovered.id])
    outline(target, screenRect(picture.frames.groups[hovered.id].rect, picture.transform), colours.ink, 1);
}

function drawChosen(target: RenderTarget, picture: PlanesPicture, accent: string): void {
  const { frames, shape, lines, group, transform } = picture;
  if (group) {
    for (const frame of frames.groups)
      if (sameGroup(frame.values, group))
        outline(target, padded(screenRect(frame.rect, transform), 2), accent, 2);
  }
  for (const node of picture.chosenNodes) {
    if (node < 0 || picture.nodePitch === null) continue;
    const [x, y] = nodePlace(picture, node);
    target.circle(x, y, nodeRadius(picture) + 1.5, { stroke: accent, lineWidth: 2 });
  }
  if (picture.chosenLinks.length === 0) return;
  const chosen = new Set(picture.chosenLinks);
  for (let slot = 0; slot < lines.lineOf.length; slot++) {
    if (lines.lineOf[slot] >= 0 && chosen.has(shape.linkAt[slot]))
      outline(target, lineRect(picture, lines.lineOf[slot]), accent, 2);
  }
}

/** A dimension that the group leaves open, or the frame has in the plane, counts as the same. */
function sameGroup(frame: readonly number[], group: readonly number[]): boolean {
  return frame.every((value, dimension) => value < 0 || value === Math.max(0, group[dimension]));
}

function outline(target: RenderTarget, rect: LineRect, stroke: string, lineWidth: number): void {
  target.rect(...padded(rect, 1), { stroke, lineWidth });
}
