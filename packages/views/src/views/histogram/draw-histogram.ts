import {
  drawBottomAxis,
  drawKey,
  drawLeftAxis,
  KEY_ROW,
  keyRows,
  leftTickCount,
  logTicks,
  niceDomain,
  type RenderTarget,
  type Theme,
  themeColours,
  valueTicks,
} from '@weft/draw';
import { drawBrush } from '../../kit/brush.ts';
import type { Range } from '../../kit/brush-range.ts';
import { partColour, type SplitPart } from '../../kit/link-groups.ts';
import { binEdge } from './bins.ts';
import type { HistogramCounts } from './histogram-model.ts';

export interface HistogramModel {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly counts: HistogramCounts;
  readonly log: boolean;
  readonly unit: string;
  readonly title: string;
  readonly brush: Range | null;
  readonly outside: boolean;
  readonly hovered: number | null;
}

/** A key too wide for the line of the title gets lines of its own. */
export function histogramArea(width: number, height: number, parts: readonly SplitPart[]) {
  const top = 24 + KEY_ROW * keyLines(width, parts);
  return { left: 48, right: Math.max(width - 16, 64), top, bottom: Math.max(height - 38, 40) };
}

export function histogramDomain({ bins }: HistogramCounts): Range {
  return [bins.low, binEdge(bins, bins.count)];
}

/** Value to pixel and back for the bins on screen. */
export function histogramPlace(counts: HistogramCounts, width: number, height: number) {
  const { left, right } = histogramArea(width, height, counts.parts);
  const [low, high] = histogramDomain(counts);
  return {
    toPixel: (value: number): number => left + ((value - low) / (high - low)) * (right - left),
    toValue: (pixel: number): number => low + ((pixel - left) / (right - left)) * (high - low),
  };
}

export function drawHistogram(target: RenderTarget, model: HistogramModel): void {
  const area = histogramArea(model.width, model.height, model.counts.parts);
  const { left, right, top, bottom } = area;
  const colours = themeColours(model.theme);
  const { counts } = model;
  target.rect(0, 0, model.width, model.height, { fill: colours.background });
  target.rect(left, top, right - left, bottom - top, { fill: colours.plot });
  const height = countPlace(model, top, bottom);
  const { toPixel } = histogramPlace(counts, model.width, model.height);
  const title = `links (${counts.shown.toLocaleString('en-US')} of ${counts.links.toLocaleString('en-US')})`;
  drawLeftAxis(target, left, {
    ticks: height.ticks,
    place: height.place,
    from: top,
    to: bottom,
    colours,
    grid: right - left,
  });
  for (let bin = 0; bin < counts.bins.count; bin++) drawBin(target, model, bin, toPixel, height.place);
  drawBottomAxis(target, bottom, {
    ticks: valueTicks(histogramDomain(counts), Math.floor((right - left) / 72), model.unit),
    place: toPixel,
    from: left,
    to: right,
    title: model.title,
    colours,
  });
  if (model.brush) {
    const pixels: Range = [toPixel(model.brush[0]), toPixel(model.brush[1])];
    drawBrush(target, area, pixels, colours, model.outside);
  }
  target.text(8, 14, title, { fill: colours.muted });
  if (counts.parts.length > 1) {
    const items = counts.parts.map((part) => ({ label: part.label, colour: partColour(part, model.theme) }));
    const lines = keyLines(model.width, counts.parts);
    drawKey(target, items, { left: lines ? 8 : TITLE_WIDTH, right, y: 14 + (lines ? KEY_ROW : 0) }, colours);
  }
}

const TITLE_WIDTH = 150;

/** Lines the key needs below the title. */
function keyLines(width: number, parts: readonly SplitPart[]): number {
  if (parts.length < 2 || keyRows(parts, width - 16 - TITLE_WIDTH).length === 1) return 0;
  return keyRows(parts, width - 24).length;
}

/** Logarithmic bars start at half a link, so that a single one still shows. */
function countPlace(model: HistogramModel, top: number, bottom: number) {
  const tallest = tallestBin(model.counts);
  const rows = leftTickCount(bottom - top);
  if (model.log) {
    const base = Math.log10(0.5);
    const span = Math.log10(Math.max(tallest, 1) * 1.1) - base;
    const place = (count: number): number =>
      count <= 0 ? bottom : bottom - ((Math.log10(count) - base) / span) * (bottom - top);
    return { place, ticks: logTicks([1, Math.max(tallest, 1)], rows, 'count') };
  }
  const [, high] = niceDomain(0, tallest, rows);
  const place = (count: number): number => bottom - (count / high) * (bottom - top);
  return { place, ticks: valueTicks([0, high], rows, 'count') };
}

function tallestBin({ bins, parts, all }: HistogramCounts): number {
  let tallest = 0;
  for (let bin = 0; bin < bins.count; bin++) {
    let links = 0;
    for (let part = 0; part < parts.length; part++) links += all[part * bins.count + bin];
    if (links > tallest) tallest = links;
  }
  return tallest;
}

/** Faded: all links of the bin. Over it in colour: those the selection keeps, stacked by part. */
function drawBin(
  target: RenderTarget,
  model: HistogramModel,
  bin: number,
  toPixel: (value: number) => number,
  place: (count: number) => number,
): void {
  const { bins, parts, all, visible } = model.counts;
  const colours = themeColours(model.theme);
  const x = toPixel(binEdge(bins, bin));
  const width = Math.max(toPixel(binEdge(bins, bin + 1)) - x - 1, 1);
  let links = 0;
  for (let part = 0; part < parts.length; part++) links += all[part * bins.count + bin];
  const tall = Math.max(place(0) - place(links), 1.5);
  if (links > 0) target.rect(x + 0.5, place(0) - tall, width, tall, { fill: colours.faded });
  let below = 0;
  parts.forEach((part, index) => {
    const shown = visible[index * bins.count + bin];
    if (shown === 0) return;
    const top = Math.min(place(below + shown), place(below) - 1.5);
    target.rect(x + 0.5, top, width, place(below) - top, { fill: partColour(part, model.theme) });
    below += shown;
  });
  if (bin === model.hovered) {
    const area = histogramArea(model.width, model.height, parts);
    target.rect(x, area.top, width + 1, area.bottom - area.top, { fill: colours.hover });
  }
}
