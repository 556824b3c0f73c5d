import {
  drawBottomAxis,
  drawKey,
  drawLeftAxis,
  KEY_ROW,
  keyRows,
  leftTickCount,
  niceDomain,
  type PathSink,
  type RenderTarget,
  type ThemeColours,
  timeTicks,
  timeTitle,
  valueTicks,
} from '@weft/draw';
import { formatQuantity, stepRange } from '@weft/model';
import { drawBrush } from '../../kit/brush.ts';
import type { Range } from '../../kit/brush-range.ts';
import { columnExtremes } from './column-extremes.ts';
import type { LinkCapacity } from './link-capacity.ts';

interface ChartLine {
  readonly label: string;
  readonly colour: string;
  readonly values: Float64Array;
}

export interface TimeChartModel {
  readonly width: number;
  readonly height: number;
  /** Kept free in the upper right corner. */
  readonly optionsWidth: number;
  /** Lines the key needs below the title: 0 = it fits beside it. */
  readonly keyLines: number;
  readonly colours: ThemeColours;
  readonly times: Float64Array;
  readonly lines: readonly ChartLine[];
  /** What the y axis shows, without its unit. */
  readonly title: string;
  readonly unit: string;
  readonly origin: string | null;
  /** Values the axis has to hold besides those of the lines; null = none. */
  readonly range?: Range | null;
  /** What one link can carry in a step; null or left out where it is not known. */
  readonly capacity?: LinkCapacity | null;
  /** Part of the time axis on screen. */
  readonly domain: Range;
}

interface ChartArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A low panel, such as the strip above a workspace, goes without the title of the time axis. */
const LOW = 150;

type Sized = Pick<TimeChartModel, 'width' | 'height' | 'keyLines'>;

export function chartArea({ width, height, keyLines }: Sized): ChartArea {
  const below = height < LOW ? 20 : 38;
  return {
    left: 64,
    right: Math.max(width - 16, 80),
    top: 28 + KEY_ROW * keyLines,
    bottom: Math.max(height - below, 40),
  };
}

export function timeToPixel(model: Sized & Pick<TimeChartModel, 'domain'>, time: number): number {
  const { left, right } = chartArea(model);
  return left + ((time - model.domain[0]) / (model.domain[1] - model.domain[0])) * (right - left);
}

export function pixelToTime(model: Sized & Pick<TimeChartModel, 'domain'>, pixel: number): number {
  const { left, right } = chartArea(model);
  return model.domain[0] + ((pixel - left) / (right - left)) * (model.domain[1] - model.domain[0]);
}

/** Axes and lines: everything that a moving brush does not change. */
export function drawTimeChart(target: RenderTarget, model: TimeChartModel): void {
  const area = chartArea(model);
  const { left, right, top, bottom } = area;
  const { colours, domain } = model;
  target.rect(0, 0, model.width, model.height, { fill: colours.background });
  target.rect(left, top, right - left, bottom - top, { fill: colours.plot });
  const values = valueRange(model);
  const place = (value: number): number =>
    bottom - ((value - values[0]) / (values[1] - values[0])) * (bottom - top);
  drawLeftAxis(target, left, {
    ticks: valueTicks(values, leftTickCount(bottom - top), model.unit),
    place,
    from: top,
    to: bottom,
    colours,
    grid: right - left,
  });
  drawBottomAxis(target, bottom, {
    ticks: timeTicks(domain, model.origin, Math.floor((right - left) / 80)),
    place: (time) => timeToPixel(model, time),
    from: left,
    to: right,
    title: model.height < LOW ? undefined : timeTitle(domain, model.origin),
    colours,
    grid: bottom - top,
  });
  target.group({ clip: [left, top - 2, right - left, bottom - top + 4] }, () => {
    for (const line of model.lines) drawLine(target, model, line, place);
  });
  drawCapacity(target, model, values, place);
  target.text(8, 18, titleOf(target, model, values), { fill: colours.muted });
  if (model.lines.length > 1) {
    const below = model.keyLines > 0;
    const box = below
      ? { left: 8, right, y: 18 + KEY_ROW }
      : { left: TITLE_WIDTH, right: right - model.optionsWidth, y: 18 };
    drawKey(target, model.lines, box, colours);
  }
}

/** A line at what a link can carry, where the axis reaches as far. */
function drawCapacity(
  target: RenderTarget,
  model: TimeChartModel,
  [, most]: Range,
  place: (value: number) => number,
): void {
  const { capacity, colours } = model;
  if (!capacity || capacity.value > most) return;
  const { left, right } = chartArea(model);
  const y = place(capacity.value);
  target.line(left, y, right, y, { stroke: colours.ink, dash: [6, 4] });
}

/** What the lines are and, where there is room, the capacity they are measured by. */
function titleOf(target: RenderTarget, model: TimeChartModel, [, most]: Range): string {
  const { title, capacity, unit, lines, keyLines } = model;
  const keyBeside = lines.length > 1 && keyLines === 0;
  if (!capacity || keyBeside) return title;
  const amount = `${capacity.same ? '' : 'largest '}capacity of a link ${formatQuantity(capacity.value, unit)}`;
  const longer = `${title} · ${capacity.value > most ? `${amount}, above this axis` : `dashed: ${amount}`}`;
  return target.measure(longer) < chartArea(model).right - model.optionsWidth - 8 ? longer : title;
}

const TITLE_WIDTH = 240;

export function keyLinesOf(lines: readonly ChartLine[], width: number, optionsWidth: number): number {
  if (lines.length < 2 || keyRows(lines, width - 16 - optionsWidth - TITLE_WIDTH).length === 1) return 0;
  return keyRows(lines, width - 24).length;
}

/** The brush and the crosshair. */
export function drawTimeOverlay(
  target: RenderTarget,
  model: TimeChartModel,
  brush: Range | null,
  hovered: number | null,
): void {
  const area = chartArea(model);
  if (brush) {
    drawBrush(target, area, [timeToPixel(model, brush[0]), timeToPixel(model, brush[1])], model.colours);
  }
  if (hovered !== null) {
    const x = timeToPixel(model, (model.times[hovered] + model.times[hovered + 1]) / 2);
    target.line(x, area.top, x, area.bottom, { stroke: model.colours.muted, dash: [2, 2] });
  }
}

/** Lines that reach this share of the capacity are shown below it. */
const NEAR_CAPACITY = 0.4;
/** Above the capacity, so that its line does not lie on the edge of the chart. */
const HEADROOM = 1.1;

function valueRange({ lines, range, capacity }: TimeChartModel): [number, number] {
  let low = Math.min(0, range?.[0] ?? 0);
  let high = Math.max(0, range?.[1] ?? 0);
  for (const { values } of lines) {
    for (let step = 0; step < values.length; step++) {
      if (values[step] > high) high = values[step];
      if (values[step] < low) low = values[step];
    }
  }
  const near = capacity && high >= NEAR_CAPACITY * capacity.value ? capacity.value : 0;
  return niceDomain(low, Math.max(high, near * HEADROOM), 4);
}

function drawLine(
  target: RenderTarget,
  model: TimeChartModel,
  line: ChartLine,
  place: (value: number) => number,
): void {
  const { left, right } = chartArea(model);
  const steps = stepRange({ times: model.times, steps: model.times.length - 1 }, model.domain);
  const columns = Math.floor(right - left);
  const dense = steps[1] - steps[0] > columns;
  const trace = (sink: PathSink): void =>
    dense
      ? traceColumns(sink, model, line, steps, columns, place)
      : traceSteps(sink, model, line, steps, place);
  target.path(trace, { stroke: line.colour, lineWidth: dense ? 1 : 1.5, join: 'round' });
}

function traceSteps(
  sink: PathSink,
  model: TimeChartModel,
  line: ChartLine,
  [first, last]: readonly [number, number],
  place: (value: number) => number,
): void {
  for (let step = first; step < last; step++) {
    const y = place(line.values[step]);
    const x = timeToPixel(model, model.times[step]);
    if (step === first) sink.moveTo(x, y);
    else sink.lineTo(x, y);
    sink.lineTo(timeToPixel(model, model.times[step + 1]), y);
  }
}

/** From the low to the high of each column and on to the nearer end of the next. */
function traceColumns(
  sink: PathSink,
  model: TimeChartModel,
  line: ChartLine,
  steps: readonly [number, number],
  columns: number,
  place: (value: number) => number,
): void {
  const { left } = chartArea(model);
  const { low, high } = columnExtremes(line.values, model.times, steps, model.domain, columns);
  let started = false;
  for (let column = 0; column < columns; column++) {
    if (Number.isNaN(low[column])) continue;
    const x = left + column + 0.5;
    const rising = column % 2 === 0;
    const y = place(rising ? low[column] : high[column]);
    if (started) sink.lineTo(x, y);
    else sink.moveTo(x, y);
    sink.lineTo(x, place(rising ? high[column] : low[column]));
    started = true;
  }
}
