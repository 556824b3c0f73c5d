import { type BlockFrame, INCOMING, OUTGOING } from '@weft/layout';
import { formatQuantity, type Network, textAt } from '@weft/model';
import { drawLegend } from '../../kit/draw-legend.ts';
import { createRaster } from '../../kit/heat-map.ts';
import { jobColour } from '../../kit/job-colour.ts';
import type { Raster, RenderTarget } from '../../kit/render-target.ts';
import { type ThemeColours, themeColours } from '../../kit/theme.ts';
import type { Transform } from '../../kit/zoom-pan.ts';
import {
  LEGEND_HEIGHT,
  type MatrixItem,
  type MatrixPicture,
  matrixArea,
  STRIP_HEIGHT,
} from './matrix-picture.ts';
import { paintCells } from './paint-cells.ts';

/** Cells narrower than this have no room for details. */
const DETAIL = 7;
/** Cells at least this large leave room for labels under the title of a pod. */
const TWO_LINES = 11;

/** Draws the picture; the raster is kept between drawings of the same size. */
export function createFatTreeDrawing(): (target: RenderTarget, picture: MatrixPicture) => void {
  let raster: Raster | null = null;
  return (target, picture) => {
    const area = matrixArea(picture.width, picture.height, picture.hostStrip !== null);
    const ratio = typeof window === 'undefined' ? 1 : window.devicePixelRatio || 1;
    const width = Math.round(area.width * ratio);
    const height = Math.round(area.height * ratio);
    if (raster?.width !== width || raster.height !== height) raster = createRaster(width, height);
    const colours = themeColours(picture.theme);
    target.group({ clip: [area.x, area.y, area.width, area.height] }, () => {
      drawFrames(target, picture, colours);
      paintMatrix(raster as Raster, picture, area, ratio);
      target.raster(raster as Raster, area.x, area.y, area.width, area.height);
      drawDetails(target, picture, colours);
      if (picture.shares) drawShares(target, picture, colours);
      drawMarks(target, picture, colours);
    });
    if (picture.hostStrip) drawHostStrip(target, picture, colours);
    drawLegends(target, picture, colours);
  };
}

function drawFrames(target: RenderTarget, { matrix, transform }: MatrixPicture, colours: ThemeColours): void {
  const { k, x, y } = transform;
  for (const block of matrix.blocks) {
    const [left, top] = [block.x * k + x, block.y * k + y];
    target.rect(left, top, block.width * k, block.height * k, { fill: colours.plot });
    if (block.width * k < 36) continue;
    const size = Math.min(12, Math.max(9, k * 1.6));
    const title = { fill: colours.ink, size, weight: 'bold', baseline: 'middle' } as const;
    target.text(left + 0.8 * k, top + Math.min(1.1 * k, 10), block.title, title);
    if (k >= TWO_LINES) drawBundleLabels(target, block, transform, colours);
  }
}

/** Above its columns what they hold; left out where there is no room for a second line. */
function drawBundleLabels(
  target: RenderTarget,
  { bundles, level, y: blockY }: BlockFrame,
  { k, x, y }: Transform,
  colours: ThemeColours,
): void {
  const style = { fill: colours.muted, size: 10, align: 'middle', baseline: 'middle' } as const;
  const line = (blockY + 1.75) * k + y;
  for (const { number, intoX, outX, columns } of bundles) {
    for (const [text, start] of [
      [`bundle ${number}, into L${level}`, intoX],
      [`out of L${level}`, outX],
    ] as const) {
      if (target.measure(text, { size: 10 }) < columns * k)
        target.text((start + columns / 2) * k + x, line, text, style);
    }
  }
}

function paintMatrix(
  raster: Raster,
  picture: MatrixPicture,
  area: { x: number; y: number },
  ratio: number,
): void {
  const { k, x, y } = picture.transform;
  const device: Transform = { k: k * ratio, x: (x - area.x) * ratio, y: (y - area.y) * ratio };
  raster.pixels.fill(0);
  paintCells(raster, picture.matrix.linkRects, picture.linkPixels, device);
  paintCells(raster, picture.matrix.switchParts.rects, picture.partPixels, device);
}

/** Crosses where a cable is missing; hollow centres of the outgoing halves of column switches (TS-16). */
function drawDetails(
  target: RenderTarget,
  { matrix, transform, network }: MatrixPicture,
  colours: ThemeColours,
): void {
  const { k, x, y } = transform;
  const { missing, switchParts } = matrix;
  if (k < 4) return;
  target.path(
    (path) => {
      for (let i = 0; i < missing.length; i += 4) {
        const [left, top] = [missing[i] * k + x + 1.5, missing[i + 1] * k + y + 1.5];
        const size = k - 4;
        path.moveTo(left, top);
        path.lineTo(left + size, top + size);
        path.moveTo(left + size, top);
        path.lineTo(left, top + size);
      }
    },
    { stroke: colours.faded, lineWidth: 1 },
  );
  if (k < DETAIL) return;
  const { level } = network.vertices;
  for (let i = 0; i < switchParts.vertex.length; i++) {
    if (switchParts.part[i] !== OUTGOING || level[switchParts.vertex[i]] % 2 !== 0) continue;
    const [left, top, width, height] = rectOf(switchParts.rects, i, transform);
    target.rect(left + 2.5, top + 2.5, width - 6, height - 6, { fill: colours.plot });
  }
}

/** Chosen jobs as stacked widths on the leaf switches, the rest dark grey (TS-27). */
function drawShares(target: RenderTarget, picture: MatrixPicture, colours: ThemeColours): void {
  const { switchParts } = picture.matrix;
  const { level } = picture.network.vertices;
  for (let i = 0; i < switchParts.vertex.length; i++) {
    const vertex = switchParts.vertex[i];
    if (switchParts.part[i] !== INCOMING || level[vertex] !== 1) continue;
    const [left, top, half, height] = rectOf(switchParts.rects, i, picture.transform);
    const width = half * 2;
    const shares = picture.shares?.get(vertex);
    target.rect(left, top, width, Math.max(1, height - 1), {
      fill: shares ? '#56595f' : colours.faded,
      opacity: shares ? 1 : 0.35,
    });
    let at = left;
    for (const { job, share } of shares ?? []) {
      target.rect(at, top, width * share, Math.max(1, height - 1), { fill: jobColour(job) });
      at += width * share;
    }
  }
}

function drawMarks(target: RenderTarget, picture: MatrixPicture, colours: ThemeColours): void {
  const { matrix, transform } = picture;
  const outline = (rect: readonly [number, number, number, number], dash?: readonly number[]): void =>
    target.rect(rect[0] - 1, rect[1] - 1, Math.max(3, rect[2] + 1), Math.max(3, rect[3] + 1), {
      stroke: colours.accent,
      lineWidth: 2,
      dash,
    });
  for (const link of picture.pinned)
    if (!Number.isNaN(matrix.linkRects[link * 4])) outline(rectOf(matrix.linkRects, link, transform));
  const { vertex, rects } = matrix.switchParts;
  for (let i = 0; i < vertex.length; i++) {
    if (picture.sources.includes(vertex[i])) outline(rectOf(rects, i, transform));
    if (picture.destinations.includes(vertex[i])) outline(rectOf(rects, i, transform), [3, 2]);
  }
  const hovered = picture.hovered && itemRect(picture, picture.hovered);
  if (hovered)
    target.rect(hovered[0] - 1, hovered[1] - 1, hovered[2] + 1, hovered[3] + 1, {
      stroke: colours.ink,
      lineWidth: 1.5,
    });
}

export function itemRect(
  picture: MatrixPicture,
  item: MatrixItem,
): readonly [number, number, number, number] | null {
  const { matrix, transform } = picture;
  if (item.kind === 'link')
    return Number.isNaN(matrix.linkRects[item.id * 4]) ? null : rectOf(matrix.linkRects, item.id, transform);
  if (item.kind === 'host') return null;
  const { vertex, part, rects } = matrix.switchParts;
  const at = vertex.findIndex((own, i) => own === item.id && part[i] === item.part);
  return at < 0 ? null : rectOf(rects, at, transform);
}

function rectOf(rects: Float32Array, i: number, { k, x, y }: Transform): [number, number, number, number] {
  return [rects[i * 4] * k + x, rects[i * 4 + 1] * k + y, rects[i * 4 + 2] * k, rects[i * 4 + 3] * k];
}

/** Where the host with this place stands in the strip. */
export function stripCell(
  picture: Pick<MatrixPicture, 'width' | 'height' | 'hostStrip'>,
  place: number,
  down: boolean,
): [number, number, number, number] {
  const count = picture.hostStrip?.hosts.length ?? 1;
  const left = 136;
  const step = Math.min(22, (picture.width - left - 16) / count);
  const top = picture.height - LEGEND_HEIGHT - STRIP_HEIGHT + 14;
  return [left + place * step, top + (down ? 18 : 0), Math.max(2, step - 1.5), 16];
}

function drawHostStrip(target: RenderTarget, picture: MatrixPicture, colours: ThemeColours): void {
  const strip = picture.hostStrip!;
  const top = picture.height - LEGEND_HEIGHT - STRIP_HEIGHT + 14;
  const { maps, scale, totals } = picture;
  target.text(8, top + 8, `hosts of ${vertexName(picture.network, strip.leaf)}`, {
    fill: colours.ink,
    baseline: 'middle',
  });
  target.text(8, top + 26, 'up above, down below', { fill: colours.muted, size: 10, baseline: 'middle' });
  strip.hosts.forEach((host, i) => {
    for (const down of [false, true]) {
      const link = (down ? strip.down : strip.up)[i];
      const [x, y, w, h] = stripCell(picture, i, down);
      target.rect(x, y, w, h, { fill: (down ? maps.down : maps.up).css[scale.index(totals[link] ?? 0)] });
      const chosen = picture.sources.includes(host) || picture.destinations.includes(host);
      const hovered = picture.hovered?.kind === 'host' && picture.hovered.id === host;
      if (chosen || hovered)
        target.rect(x - 0.5, y - 0.5, w + 1, h + 1, {
          stroke: chosen ? colours.accent : colours.ink,
          lineWidth: 2,
        });
    }
  });
}

function drawLegends(target: RenderTarget, picture: MatrixPicture, colours: ThemeColours): void {
  const { maps, scale, unit, full, width, height } = picture;
  const shown = [
    ['links up', maps.up],
    ['links down', maps.down],
    ['into switch', maps.incoming],
    ['out of switch', maps.outgoing],
  ] as const;
  const distinct = shown.filter(([, map], i) => shown.findIndex(([, other]) => other === map) === i);
  const length = Math.min(180, (width - 16) / distinct.length - 24);
  distinct.forEach(([title, map], i) => {
    const left = 12 + i * (length + 24);
    const box = { left, top: height - 30, right: left + length, bottom: height - 20 };
    drawLegend(
      target,
      { map, scale, unit, title: distinct.length === 1 ? picture.title : title, colours, full },
      box,
    );
  });
  if (scale.kind !== 'diverging' || distinct.length > 1) return;
  const middle = scale.invert(0.5);
  const text = middle === 0 ? '0' : `${formatQuantity(middle, unit)} average`;
  target.text(12 + length / 2, height - 15, text, {
    fill: colours.ink,
    align: 'middle',
    baseline: 'hanging',
  });
}

export function vertexName(network: Network, vertex: number): string {
  return textAt(network.vertices.name, vertex) ?? `${textAt(network.vertices.kind, vertex)} ${vertex}`;
}
