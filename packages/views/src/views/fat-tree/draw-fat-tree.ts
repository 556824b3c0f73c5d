import {
  createRaster,
  jobColour,
  type Raster,
  type RenderTarget,
  type ThemeColours,
  themeColours,
} from '@weft/draw';
import { INCOMING } from '@weft/layout';
import { vertexName } from '@weft/network';
import { pixelRatio } from '../../kit/pixel-ratio.ts';
import { drawCellText } from './draw-cell-text.ts';
import { drawPods } from './draw-pods.ts';
import {
  itemRects,
  type MatrixItem,
  type MatrixPicture,
  matrixArea,
  type Rect,
  screenRect,
  stripCell,
} from './matrix-picture.ts';

/** Draws the picture; the raster is kept between drawings of the same size. */
export function createFatTreeDrawing(): (target: RenderTarget, picture: MatrixPicture) => void {
  let raster: Raster | null = null;
  return (target, picture) => {
    const area = matrixArea(picture.width, picture.height, picture.hostStrip !== null);
    const ratio = pixelRatio();
    const width = Math.round(area.width * ratio);
    const height = Math.round(area.height * ratio);
    if (raster?.width !== width || raster.height !== height) raster = createRaster(width, height);
    const image = raster;
    const colours = themeColours(picture.theme);
    target.group({ clip: [area.x, area.y, area.width, area.height] }, () => {
      drawPods(target, picture, colours);
      placeCells(picture, ratio);
      picture.painter.paint(picture.colours, picture.ranks, image);
      target.raster(image, area.x, area.y, area.width, area.height);
      drawCellText(target, picture);
      if (picture.shares) drawShares(target, picture, colours);
      drawMarks(target, picture, colours);
    });
    if (picture.hostStrip) drawHostStrip(target, picture, colours);
  };
}

/** Where cells lie on the raster. Also before looking for the cell under the pointer. */
export function placeCells(
  { width, height, hostStrip, painter, transform }: MatrixPicture,
  ratio: number,
): void {
  const area = matrixArea(width, height, hostStrip !== null);
  const { k, x, y } = transform;
  painter.place(Math.round(area.width * ratio), Math.round(area.height * ratio), {
    k: k * ratio,
    x: (x - area.x) * ratio,
    y: (y - area.y) * ratio,
  });
}

/** Chosen jobs as stacked widths on the leaf switches, the rest dark grey, leaves without them faded (TS-27). */
function drawShares(target: RenderTarget, picture: MatrixPicture, colours: ThemeColours): void {
  const { switchParts } = picture.matrix;
  const { level } = picture.network.vertices;
  for (let i = 0; i < switchParts.vertex.length; i++) {
    const vertex = switchParts.vertex[i];
    if (switchParts.part[i] !== INCOMING || level[vertex] !== 1) continue;
    const [left, top, half, height] = screenRect(switchParts.rects, i, picture.transform);
    if (left + 2 * half < 0 || top + height < 0 || left > picture.width || top > picture.height) continue;
    const width = half * 2;
    const shares = picture.shares?.get(vertex);
    const tall = Math.max(1, height - 1);
    target.rect(left, top, width, tall, { fill: colours.plot });
    target.rect(left, top, width, tall, {
      fill: shares ? OTHER_JOBS : colours.faded,
      opacity: shares ? 1 : 0.35,
    });
    let at = left;
    for (const { job, share } of shares ?? []) {
      target.rect(at, top, width * share, tall, { fill: jobColour(job) });
      at += width * share;
    }
  }
}

/** Destinations are outlined in dashes, all else in a line. */
const DASHES = [3, 2];

export const OTHER_JOBS = '#56595f';

function drawMarks(target: RenderTarget, picture: MatrixPicture, colours: ThemeColours): void {
  const { matrix, transform, sources, destinations } = picture;
  const outlineLinks = (links: readonly number[], dash?: readonly number[]): void => {
    for (const link of links)
      if (!Number.isNaN(matrix.linkRects[link * 4]))
        outline(target, screenRect(matrix.linkRects, link, transform), colours.accent, 2, dash);
  };
  outlineLinks(picture.pinned);
  outlineLinks(picture.sourcePorts);
  outlineLinks(picture.destinationPorts, DASHES);
  if (sources.length + destinations.length === 0) return;
  const { vertex, rects } = matrix.switchParts;
  const from = new Set(sources);
  const to = new Set(destinations);
  for (let i = 0; i < vertex.length; i++) {
    if (from.has(vertex[i])) outline(target, screenRect(rects, i, transform), colours.accent, 2);
    if (to.has(vertex[i])) outline(target, screenRect(rects, i, transform), colours.accent, 2, DASHES);
  }
}

/** What is under the pointer or the keyboard, drawn apart: it changes with every move. */
export function drawHovered(target: RenderTarget, picture: MatrixPicture, item: MatrixItem | null): void {
  if (!item) return;
  const colours = themeColours(picture.theme);
  const area = matrixArea(picture.width, picture.height, false);
  target.group({ clip: [area.x, area.y, area.width, area.height] }, () => {
    for (const rect of itemRects(picture, item)) outline(target, rect, colours.ink, 1.5);
  });
}

function outline(
  target: RenderTarget,
  [x, y, width, height]: Rect,
  stroke: string,
  lineWidth: number,
  dash?: readonly number[],
): void {
  target.rect(x - 1, y - 1, Math.max(3, width + 1), Math.max(3, height + 1), { stroke, lineWidth, dash });
}

function drawHostStrip(target: RenderTarget, picture: MatrixPicture, colours: ThemeColours): void {
  const strip = picture.hostStrip!;
  const { maps, scale, totals, visible } = picture;
  const [, top] = stripCell(picture, 0, false);
  target.text(8, top + 7, `hosts of ${vertexName(picture.network, strip.leaf)}`, {
    fill: colours.ink,
    baseline: 'middle',
  });
  target.text(8, top + 21, 'up above, down below', { fill: colours.muted, size: 10, baseline: 'middle' });
  strip.hosts.forEach((host, i) => {
    for (const down of [false, true]) {
      const link = (down ? strip.down : strip.up)[i];
      const [x, y, w, h] = stripCell(picture, i, down);
      const fill = (down ? maps.down : maps.up).css[scale.index(totals[link] ?? 0)];
      target.rect(x, y, w, h, { fill, opacity: visible !== null && visible[link] === 0 ? 0.2 : 1 });
      if (picture.sources.includes(host)) outline(target, [x, y, w, h], colours.accent, 2);
      if (picture.destinations.includes(host)) outline(target, [x, y, w, h], colours.accent, 2, DASHES);
    }
  });
}
