import {
  drawBottomAxis,
  niceDomain,
  type RenderTarget,
  type Theme,
  type ThemeColours,
  themeColours,
  valueTicks,
} from '@weft/draw';
import type { Selection } from '@weft/model';
import type { Range } from '../../kit/brush-range.ts';
import { groupActive, groupLabel, neutralColour } from '../../kit/link-groups.ts';
import type { SummaryBox } from './summary-model.ts';

export interface SummaryPicture {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly boxes: readonly SummaryBox[];
  readonly unit: string;
  readonly title: string;
  readonly selection: Pick<Selection, 'classes' | 'directions' | 'value' | 'outside'>;
  readonly hovered: number | null;
  /** Values the axis has to hold besides; null = those of the boxes alone. */
  readonly range?: Range | null;
}

const LABELS_WIDTH = 92;

function summaryArea(width: number, height: number) {
  return {
    left: LABELS_WIDTH,
    right: Math.max(width - 16, LABELS_WIDTH + 40),
    top: 8,
    bottom: Math.max(height - 38, 40),
  };
}

/** Which box lies at a height; null = none. */
export function boxAt(y: number, picture: Pick<SummaryPicture, 'width' | 'height' | 'boxes'>): number | null {
  const { top, bottom } = summaryArea(picture.width, picture.height);
  const box = Math.floor(((y - top) / (bottom - top)) * picture.boxes.length);
  return box >= 0 && box < picture.boxes.length && y >= top ? box : null;
}

export function drawSummary(target: RenderTarget, picture: SummaryPicture): void {
  const { width, height, boxes, unit } = picture;
  const { left, right, top, bottom } = summaryArea(width, height);
  const colours = themeColours(picture.theme);
  const domain = valueDomain(boxes, picture.range ?? null);
  const place = (value: number): number =>
    left + ((value - domain[0]) / (domain[1] - domain[0])) * (right - left);
  target.rect(0, 0, width, height, { fill: colours.background });
  target.rect(left, top, right - left, bottom - top, { fill: colours.plot });
  drawBottomAxis(target, bottom, {
    ticks: valueTicks(domain, Math.floor((right - left) / 72), unit),
    place,
    from: left,
    to: right,
    title: picture.title,
    colours,
    grid: bottom - top,
  });
  if (picture.selection.value) drawValueRange(target, picture, picture.selection.value, place, colours);
  const fills = boxColours(boxes, picture.theme);
  boxes.forEach((box, index) => {
    drawRow(target, picture, box, index, fills[index], place);
  });
}

function valueDomain(boxes: readonly SummaryBox[], range: Range | null): Range {
  const low = boxes.reduce((least, { statistics }) => Math.min(least, statistics.minimum), range?.[0] ?? 0);
  const high = boxes.reduce((most, { statistics }) => Math.max(most, statistics.maximum), range?.[1] ?? 0);
  return niceDomain(low, high, 5);
}

/** Names tell the classes, so that hues are left to jobs and calls; the tone tells the direction. */
export function boxColours(boxes: readonly SummaryBox[], theme: Theme): string[] {
  return boxes.map(({ group }) => neutralColour(group, theme));
}

function drawValueRange(
  target: RenderTarget,
  picture: SummaryPicture,
  range: Range,
  place: (value: number) => number,
  colours: ThemeColours,
): void {
  const { left, right, top, bottom } = summaryArea(picture.width, picture.height);
  const within = (value: number): number => Math.min(Math.max(place(value), left), right);
  const [from, to] = [within(range[0]), within(range[1])];
  const wash = { fill: colours.accentWash };
  if (picture.selection.outside) {
    target.rect(left, top, from - left, bottom - top, wash);
    target.rect(to, top, right - to, bottom - top, wash);
  } else target.rect(from, top, to - from, bottom - top, wash);
}

function drawRow(
  target: RenderTarget,
  picture: SummaryPicture,
  { group, statistics, visible }: SummaryBox,
  index: number,
  colour: string,
  place: (value: number) => number,
): void {
  const { right, top, bottom } = summaryArea(picture.width, picture.height);
  const colours = themeColours(picture.theme);
  const pitch = (bottom - top) / picture.boxes.length;
  const middle = top + pitch * (index + 0.5);
  const half = Math.min(pitch * 0.32, 14);
  const kept = groupActive(group, picture.selection);
  if (index === picture.hovered) target.rect(0, middle - pitch / 2, right, pitch, { fill: colours.hover });
  const small = pitch < 24;
  const count = `n = ${visible === group.links ? '' : `${visible.toLocaleString('en-US')} / `}${group.links.toLocaleString('en-US')}`;
  target.text(8, small ? middle : middle - 6, groupLabel(group), {
    fill: kept ? colours.ink : colours.muted,
    baseline: 'middle',
  });
  if (!small) target.text(8, middle + 7, count, { fill: colours.muted, baseline: 'middle', size: 10 });
  target.group({ opacity: kept ? 1 : 0.3 }, () => {
    const { minimum, lowerQuartile, median, upperQuartile, maximum, mean } = statistics;
    const whisker = { stroke: colour, lineWidth: 1.5 };
    target.line(place(minimum), middle, place(lowerQuartile), middle, whisker);
    target.line(place(upperQuartile), middle, place(maximum), middle, whisker);
    for (const end of [minimum, maximum])
      target.line(place(end), middle - half / 2, place(end), middle + half / 2, whisker);
    const width = Math.max(place(upperQuartile) - place(lowerQuartile), 1);
    target.rect(place(lowerQuartile), middle - half, width, half * 2, { fill: colour });
    target.line(place(median), middle - half, place(median), middle + half, {
      stroke: colours.background,
      lineWidth: 2.5,
    });
    target.line(place(median), middle - half, place(median), middle + half, {
      stroke: colours.ink,
      lineWidth: 1.5,
    });
    target.circle(place(mean), middle, 3, { fill: colours.background, stroke: colours.ink });
  });
}
