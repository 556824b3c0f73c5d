import { parseColour, type RenderTarget, themeColours } from '@weft/draw';
import { type Cube, formatQuantity, textAt } from '@weft/model';
import { linkName, vertexName } from '@weft/network';
import { type MatrixPicture, matrixArea, type Rect, screenRect } from './matrix-picture.ts';

/** Cells from this size on, in pixels, hold the value of their link, and from the next on its traffic over time. */
const VALUE_SIZE = 40;
const SPARK_SIZE = 72;
const SMALL = 10;
const PAD = 4;

/** What a link is and carries, inside its cell, as far as there is room. */
export function drawCellText(target: RenderTarget, picture: MatrixPicture): void {
  const { matrix, transform, network, visible } = picture;
  if (transform.k < VALUE_SIZE) return;
  const area = matrixArea(picture.width, picture.height, picture.hostStrip !== null);
  for (let link = 0; link < network.linkCount; link++) {
    if (Number.isNaN(matrix.linkRects[link * 4]) || (visible !== null && visible[link] === 0)) continue;
    const rect = screenRect(matrix.linkRects, link, transform);
    if (touches(rect, area)) drawLink(target, picture, link, within(rect, area));
  }
  drawSwitchNames(target, picture, area);
}

/** Beside each drawn half of a switch, above it. */
function drawSwitchNames(
  target: RenderTarget,
  { matrix: { switchParts }, transform, network, theme }: MatrixPicture,
  area: ReturnType<typeof matrixArea>,
): void {
  const { vertex, rects } = switchParts;
  const style = { fill: themeColours(theme).ink, size: SMALL, baseline: 'alphabetic' } as const;
  for (let i = 0; i < vertex.length; i++) {
    const rect = screenRect(rects, i, transform);
    const name = vertexName(network, vertex[i]);
    if (touches(rect, area) && target.measure(name, { size: SMALL }) <= rect[2])
      target.text(rect[0], rect[1] - 3, name, style);
  }
}

function touches([x, y, width, height]: Rect, area: ReturnType<typeof matrixArea>): boolean {
  return x < area.x + area.width && y < area.y + area.height && x + width > area.x && y + height > area.y;
}

/** The part in sight: a cell that is larger than the picture is told in it, too. */
function within([x, y, width, height]: Rect, area: ReturnType<typeof matrixArea>): Rect {
  const [left, top] = [Math.max(x, area.x), Math.max(y, area.y)];
  const right = Math.min(x + width, area.x + area.width);
  return [left, top, right - left, Math.min(y + height, area.y + area.height) - top];
}

function drawLink(
  target: RenderTarget,
  picture: MatrixPicture,
  link: number,
  [x, y, width, height]: Rect,
): void {
  const { network, totals, unit, cube } = picture;
  const fill = inkOn(cellColour(picture, link));
  const write = (text: string, line: number): void => {
    if (target.measure(text, { size: SMALL }) <= width - 2 * PAD)
      target.text(x + PAD, y + PAD + line * 13, text, { fill, size: SMALL, baseline: 'hanging' });
  };
  if (height < 2 * PAD + 26) return;
  write(formatQuantity(totals[link] ?? 0, unit), 0);
  write(linkName(network, link), 1);
  if (cube && height >= SPARK_SIZE && width >= SPARK_SIZE) {
    const start = y + PAD + 30;
    drawSparkline(target, cube, link, [x + PAD, start, width - 2 * PAD, y + height - PAD - start], fill);
  }
}

function cellColour({ network, maps, scale, totals }: MatrixPicture, link: number): string {
  const map = textAt(network.links.direction, link) === 'down' ? maps.down : maps.up;
  return map.css[scale.index(totals[link] ?? 0)];
}

/** Black or white, whichever stands out from the colour. */
function inkOn(colour: string): string {
  const [red, green, blue] = parseColour(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#16181b' : '#ffffff';
}

/** Amounts of a link in every step, from 0 to its own largest. */
function drawSparkline(
  target: RenderTarget,
  { links, steps, sums }: Cube,
  link: number,
  [left, top, width, height]: Rect,
  stroke: string,
): void {
  const amount = (step: number): number => sums[(step + 1) * links + link] - sums[step * links + link];
  let most = 0;
  for (let step = 0; step < steps; step++) most = Math.max(most, amount(step));
  if (steps < 2 || !(most > 0)) return;
  target.path(
    (sink) => {
      for (let step = 0; step < steps; step++) {
        const [x, y] = [left + (step / (steps - 1)) * width, top + height * (1 - amount(step) / most)];
        if (step === 0) sink.moveTo(x, y);
        else sink.lineTo(x, y);
      }
    },
    { stroke, lineWidth: 1 },
  );
}
