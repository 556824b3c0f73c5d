import type { GroupFigures } from '@weft/analysis';
import {
  drawBottomAxis,
  niceDomain,
  type RenderTarget,
  type ThemeColours,
  themeColours,
  valueTicks,
} from '@weft/draw';
import { formatExact, formatQuantity } from '@weft/model';
import type { StatisticsPicture } from './statistics-picture.ts';

const ROW = 26;
const TOP = 26;
const AXIS = 40;
const NAME = 76;
const COUNT = 56;
const MEAN = 76;
const RATIO = 64;
const LEAST_HISTOGRAM = 150;

export function statisticsHeight({ groups }: StatisticsPicture): number {
  return TOP + ROW * groups.length + AXIS;
}

/** One row a group: box plot with its mean, mean and largest over mean in figures, histogram. */
export function drawStatistics(target: RenderTarget, picture: StatisticsPicture, width: number): void {
  const { groups, unit, theme, title } = picture;
  const colours = themeColours(theme);
  target.rect(0, 0, width, statisticsHeight(picture), { fill: colours.background });
  const histogram = Math.max(LEAST_HISTOGRAM, 0.3 * width);
  const box = { left: NAME + COUNT + 8, right: width - histogram - MEAN - RATIO - 24 };
  const bars = { left: width - histogram, right: width - 12 };
  const low = Math.min(0, ...groups.map(({ box: { minimum } }) => minimum));
  const high = Math.max(0, ...groups.map(({ box: { maximum } }) => maximum));
  const domain = niceDomain(low, high, 4);
  const place = (value: number): number =>
    box.left + ((value - domain[0]) / (domain[1] - domain[0])) * (box.right - box.left);
  const bottom = TOP + ROW * groups.length;
  drawHeads(target, colours, { box, bars, mean: box.right + MEAN, ratio: box.right + MEAN + RATIO });
  const ticks = valueTicks(domain, Math.max(2, Math.floor((box.right - box.left) / 72)), unit);
  drawBottomAxis(target, bottom, {
    ticks,
    place,
    from: box.left,
    to: box.right,
    title,
    colours,
    grid: bottom - TOP,
  });
  const tallest = Math.max(1, ...groups.flatMap(({ bins }) => bins.map(({ links }) => links)));
  groups.forEach((group, i) => {
    const middle = TOP + ROW * (i + 0.5);
    drawFigures(target, group, middle, {
      mean: box.right + MEAN,
      ratio: box.right + MEAN + RATIO,
      unit,
      colours,
    });
    drawBox(target, group, middle, place, colours);
    drawBars(target, group, middle, bars, tallest, colours);
  });
  const ends = { fill: colours.muted, size: 10, baseline: 'hanging' } as const;
  const bins = groups[0]?.bins ?? [];
  if (bins.length === 0) return;
  target.text(bars.left, bottom + 6, formatQuantity(bins[0].from, unit), ends);
  target.text(bars.right, bottom + 6, formatQuantity(bins[bins.length - 1].to, unit), {
    ...ends,
    align: 'end',
  });
}

interface Columns {
  readonly box: { readonly left: number; readonly right: number };
  readonly bars: { readonly left: number; readonly right: number };
  readonly mean: number;
  readonly ratio: number;
}

function drawHeads(target: RenderTarget, colours: ThemeColours, { box, bars, mean, ratio }: Columns): void {
  const style = { fill: colours.muted, size: 10, baseline: 'middle' } as const;
  target.text(NAME + COUNT, 12, 'links', { ...style, align: 'end' });
  target.text(box.left, 12, 'least, quartiles, largest; ○ mean', style);
  target.text(mean, 12, 'mean', { ...style, align: 'end' });
  target.text(ratio, 12, 'max / mean', { ...style, align: 'end' });
  target.text(bars.left, 12, 'links per amount', style);
}

function drawFigures(
  target: RenderTarget,
  { name, box }: GroupFigures,
  middle: number,
  { mean, ratio, unit, colours }: { mean: number; ratio: number; unit: string; colours: ThemeColours },
): void {
  const uneven = box.mean !== 0 && box.maximum / box.mean > 1.05;
  const style = { fill: colours.ink, baseline: 'middle', weight: uneven ? 'bold' : 'normal' } as const;
  target.text(8, middle, name, style);
  target.text(NAME + COUNT, middle, formatExact(box.count, 'count'), {
    ...style,
    fill: colours.muted,
    align: 'end',
    weight: 'normal',
  });
  target.text(mean, middle, formatQuantity(box.mean, unit), { ...style, align: 'end' });
  target.text(ratio, middle, box.mean === 0 ? '–' : (box.maximum / box.mean).toFixed(2), {
    ...style,
    align: 'end',
  });
}

function drawBox(
  target: RenderTarget,
  { box }: GroupFigures,
  middle: number,
  place: (value: number) => number,
  colours: ThemeColours,
): void {
  const line = { stroke: colours.muted, lineWidth: 1.5 };
  target.line(place(box.minimum), middle, place(box.maximum), middle, line);
  for (const end of [box.minimum, box.maximum])
    target.line(place(end), middle - 4, place(end), middle + 4, line);
  const wide = Math.max(2, place(box.upperQuartile) - place(box.lowerQuartile));
  target.rect(place(box.lowerQuartile), middle - 6, wide, 12, { fill: colours.muted });
  target.line(place(box.median), middle - 6, place(box.median), middle + 6, {
    stroke: colours.background,
    lineWidth: 2,
  });
  target.circle(place(box.mean), middle, 3, { fill: colours.background, stroke: colours.ink });
}

function drawBars(
  target: RenderTarget,
  { bins }: GroupFigures,
  middle: number,
  { left, right }: Columns['bars'],
  tallest: number,
  colours: ThemeColours,
): void {
  const step = (right - left) / bins.length;
  const bottom = middle + ROW / 2 - 3;
  target.line(left, bottom, right, bottom, { stroke: colours.hairline });
  bins.forEach(({ links }, i) => {
    if (links === 0) return;
    const height = Math.max(1, ((ROW - 6) * links) / tallest);
    target.rect(left + i * step, bottom - height, Math.max(1, step - 1), height, { fill: colours.muted });
  });
}
