import { createRaster, type Raster, type RenderTarget, type ThemeColours, themeColours } from '@weft/draw';
import type { LineRect } from '@weft/layout';
import { pixelRatio } from '../../../kit/pixel-ratio.ts';
import { drawDiamond } from '../source/draw-diamond.ts';
import { isMixed } from '../source/line-values.ts';
import { frameColours } from './line-colours.ts';
import { lineRect, type PlanesPicture, screenRect } from './planes-picture.ts';

/** Draws frames and lines; the raster is kept between drawings of the same size. */
export function createPlanesDrawing(): (target: RenderTarget, picture: PlanesPicture) => void {
  let raster: Raster | null = null;
  return (target, picture) => {
    const ratio = pixelRatio();
    const width = Math.round(picture.width * ratio);
    const height = Math.round(picture.height * ratio);
    if (raster?.width !== width || raster.height !== height) raster = createRaster(width, height);
    drawFrames(target, picture);
    placeLines(picture);
    picture.painter.paint(picture.colours, picture.ranks, raster);
    target.raster(raster, 0, 0, picture.width, picture.height);
    drawMissing(target, picture, themeColours(picture.theme));
    drawMixed(target, picture, themeColours(picture.theme));
  };
}

/** Where lines lie on the raster. Also before looking for the line under the pointer. */
export function placeLines({ painter, width, height, transform }: PlanesPicture): void {
  const ratio = pixelRatio();
  const { k, x, y } = transform;
  painter.place(Math.round(width * ratio), Math.round(height * ratio), {
    k: k * ratio,
    x: x * ratio,
    y: y * ratio,
  });
}

/** More frames than this are only noise. */
const MOST_FRAMES = 2000;

function drawFrames(target: RenderTarget, picture: PlanesPicture): void {
  const { frames, transform, theme } = picture;
  const look = frameColours(theme);
  for (const frame of frames.outermost) {
    const rect = padded(screenRect(frame.rect, transform), 6);
    target.rect(...rect, { fill: look.outerFill, stroke: look.outer });
  }
  if (frames.groups.length > MOST_FRAMES) return;
  for (const frame of frames.groups) {
    const rect = padded(screenRect(frame.rect, transform), 2);
    if (outside(rect, picture)) continue;
    target.rect(...rect, { fill: look.groupFill, stroke: look.group });
  }
}

const MOST_MARKS = 4000;

/** Cables that are not there are dashed. */
function drawMissing(target: RenderTarget, picture: PlanesPicture, colours: ThemeColours): void {
  const { lines } = picture;
  let drawn = 0;
  for (let line = 0; line < lines.count && drawn < MOST_MARKS; line++) {
    if (lines.links[line] > 0 || Number.isNaN(lines.rects[line * 4])) continue;
    const [x, y, width, height] = lineRect(picture, line);
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const paint = { stroke: colours.muted, dash: [2, 3], lineWidth: 1 };
    if (width > height) target.line(x, middleY, x + width, middleY, paint);
    else target.line(middleX, y, middleX, y + height, paint);
    drawn++;
  }
}

/** Pixels a line needs for its mark. */
const MARK_ROOM = 10;

/** A diamond on means of links that differ: an average must never look like an even value. */
function drawMixed(target: RenderTarget, picture: PlanesPicture, colours: ThemeColours): void {
  const { lines, values } = picture;
  let drawn = 0;
  for (let line = 0; line < lines.count && drawn < MOST_MARKS; line++) {
    if (lines.links[line] < 2 || !isMixed(values, line)) continue;
    const rect = lineRect(picture, line);
    if (!(Math.max(rect[2], rect[3]) >= MARK_ROOM) || outside(rect, picture)) continue;
    const look = values.shown[line] === 0 ? { ...colours, ink: colours.hairline } : colours;
    drawDiamond(target, rect[0] + rect[2] / 2, rect[1] + rect[3] / 2, look);
    drawn++;
  }
}

export function padded([x, y, width, height]: LineRect, by: number): LineRect {
  return [x - by, y - by, width + 2 * by, height + 2 * by];
}

function outside(
  [x, y, width, height]: LineRect,
  picture: { readonly width: number; readonly height: number },
): boolean {
  return x > picture.width || y > picture.height || x + width < 0 || y + height < 0;
}
