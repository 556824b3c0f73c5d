import { type RenderTarget, TEXT_SIZE, type ThemeColours, themeColours } from '@weft/draw';
import { drawDiamond } from '../source/draw-diamond.ts';
import { drawSegment } from '../source/draw-segment.ts';
import { differ } from '../source/line-values.ts';
import { valueColour } from '../source/torus-source.ts';
import {
  type CompactFigure,
  cellSlots,
  figuresOf,
  lineSlots,
  type SlotFigures,
  shownValue,
} from './compact-figure.ts';
import type { CompactPicture } from './compact-picture.ts';
import { drawAxes } from './draw-axes.ts';

/** Below these pixels from node to node there are no lines, no rings and no marks of mixed means. */
const LEAST_LINES = 6;
const LEAST_RINGS = 12;
const LEAST_MIXED = 22;
/** Below this radius nodes have one fill instead of segments. */
const LEAST_SEGMENTS = 4;
const FADED = 0.17;

/** Lines of the kept dimensions, nodes with the collapsed ones, and axes. */
export function drawFigure(target: RenderTarget, figure: CompactFigure, picture: CompactPicture): void {
  const colours = themeColours(picture.theme);
  const { area, title, about, lattice } = figure;
  target.text(area.x + 8, area.y + 11, title, { fill: colours.ink, weight: 'bold', baseline: 'middle' });
  const after = area.x + 16 + target.measure(title, { size: TEXT_SIZE, weight: 'bold' });
  target.text(after, area.y + 11, about, { fill: colours.muted, baseline: 'middle' });
  if (lattice.pitch >= LEAST_LINES) drawLines(target, figure, picture, colours);
  lattice.cells.forEach((cell, i) => {
    drawNode(target, figure, picture, cell, lattice.places[2 * i], lattice.places[2 * i + 1]);
  });
  drawAxes(target, figure, picture.shape, colours);
}

/** Where a track lies beside the middle of its line: + left of the way, − right. */
export function trackPlace(
  { lattice }: Pick<CompactFigure, 'lattice'>,
  line: number,
  sign: 0 | 1 | null,
): { readonly ends: readonly [number, number, number, number]; readonly width: number } {
  const [x1, y1, x2, y2] = lattice.ends.subarray(line * 4, line * 4 + 4);
  const behind = Math.hypot(...lattice.back);
  const thick = behind === 0 ? 0.09 * lattice.pitch : Math.min(0.06 * lattice.pitch, 0.11 * behind);
  const track = Math.max(1, Math.min(thick, 5));
  if (sign === null) return { ends: [x1, y1, x2, y2], width: 2 * track };
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const aside = (sign === 0 ? 1 : -1) * (track / 2 + 0.6);
  const [dx, dy] = [((y2 - y1) / length) * aside, (-(x2 - x1) / length) * aside];
  return { ends: [x1 + dx, y1 + dy, x2 + dx, y2 + dy], width: track };
}

function drawLines(
  target: RenderTarget,
  figure: CompactFigure,
  picture: CompactPicture,
  colours: ThemeColours,
): void {
  const { lattice } = figure;
  lattice.lines.forEach((line, i) => {
    const slots = lineSlots(figure, line);
    if (picture.apart)
      slots.forEach((slot, sign) => drawTrack(target, figure, picture, i, sign === 0 ? 0 : 1, [slot]));
    else drawTrack(target, figure, picture, i, null, slots);
    if (lattice.wraps[i] === 0 || lattice.pitch < LEAST_RINGS) return;
    const [, , x, y] = lattice.ends.subarray(i * 4, i * 4 + 4);
    const radius = Math.min(3.2, 0.09 * lattice.pitch);
    target.circle(x, y, radius, { fill: colours.background, stroke: colours.muted });
  });
}

function drawTrack(
  target: RenderTarget,
  figure: CompactFigure,
  picture: CompactPicture,
  line: number,
  sign: 0 | 1 | null,
  slots: readonly number[],
): void {
  const colours = themeColours(picture.theme);
  const carried = figuresOf(figure, slots);
  const { ends, width } = trackPlace(figure, line, sign);
  if (carried.links === 0) {
    if (carried.expected > 0) target.line(...ends, { stroke: colours.muted, dash: [2, 3] });
    return;
  }
  target.line(...ends, { stroke: colourOf(picture, carried), lineWidth: width, ...fading(carried) });
  if (!differ(carried.low, carried.high) || figure.lattice.pitch < LEAST_MIXED) return;
  drawDiamond(target, (ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2, colours);
}

function colourOf(picture: CompactPicture, carried: SlotFigures): string {
  return valueColour(picture, shownValue(carried, picture.figure));
}

function fading({ shown }: SlotFigures): { readonly opacity?: number } {
  return shown ? {} : { opacity: FADED };
}

function drawNode(
  target: RenderTarget,
  figure: CompactFigure,
  picture: CompactPicture,
  cell: number,
  x: number,
  y: number,
): void {
  const colours = themeColours(picture.theme);
  const { radius, collapsed } = figure;
  const drawn = collapsed.filter((dimension) => picture.shape.sizes[dimension] > 1);
  if (figure.fill === 'segments') {
    target.circle(x, y, radius, { fill: colours.background, stroke: colours.muted });
    if (radius >= LEAST_SEGMENTS) drawSegments(target, figure, picture, cell, x, y, drawn);
    return;
  }
  const carried = figuresOf(figure, cellSlots(figure, cell, drawn));
  const square = [x - radius, y - radius, 2 * radius, 2 * radius] as const;
  if (carried.links === 0) target.rect(...square, { fill: colours.background, stroke: colours.muted });
  else target.rect(...square, { fill: colourOf(picture, carried), ...fading(carried) });
  if (carried.links > 0 && differ(carried.low, carried.high) && figure.lattice.pitch >= LEAST_MIXED)
    drawDiamond(target, x, y, colours);
}

function drawSegments(
  target: RenderTarget,
  figure: CompactFigure,
  picture: CompactPicture,
  cell: number,
  x: number,
  y: number,
  dimensions: readonly number[],
): void {
  const colours = themeColours(picture.theme);
  dimensions.forEach((dimension, place) => {
    cellSlots(figure, cell, [dimension]).forEach((slot, sign) => {
      const carried = figuresOf(figure, [slot]);
      if (carried.links === 0) return;
      const paint = { fill: colourOf(picture, carried), ...fading(carried) };
      const circle = { x, y, radius: figure.radius, place, places: dimensions.length };
      drawSegment(target, { ...circle, sign: sign === 0 ? 0 : 1 }, paint);
      if (!differ(carried.low, carried.high) || figure.radius < 14) return;
      const angle = -Math.PI / 2 + (place * 2 * Math.PI) / dimensions.length;
      const reach = (sign === 0 ? 0.79 : 0.3) * figure.radius;
      drawDiamond(target, x + reach * Math.cos(angle), y + reach * Math.sin(angle), colours, 2.6);
    });
  });
}
