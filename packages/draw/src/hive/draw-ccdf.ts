import type { Ccdf, HiveCuts, HiveScale } from '@weft/layout';
import { crisp, drawBottomAxis, drawLeftAxis } from '../chart/axis.ts';
import type { ThemeColours } from '../colour/theme.ts';
import type { RenderTarget } from '../target/render-target.ts';
import { scaleTicks, shortValue } from './scale-ticks.ts';

interface CcdfLine {
  readonly name: string;
  readonly ccdf: Ccdf;
  readonly colour: string;
}

export interface CcdfPlot {
  readonly lines: readonly CcdfLine[];
  readonly cuts: HiveCuts;
  readonly scale: HiveScale;
  /** Where a value lies between the least and the most, 0 to 1. */
  readonly place: (value: number) => number;
  readonly title: string;
  /** Names at the lines; left out where the lines are named elsewhere. */
  readonly named: boolean;
  readonly gap?: CcdfGap;
}

/** The largest gap of two lines: at which value, and between which shares. */
export interface CcdfGap {
  readonly value: number;
  readonly high: number;
  readonly low: number;
  readonly label: string;
}

export interface CcdfBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const shares = [0, 0.25, 0.5, 0.75, 1].map((value) => ({ value, label: `${100 * value} %` }));
/** Pixels between labels of values. */
const APART = 34;

/** Share of the ranks of each run whose value is at least x; the middle axis of the hive plots is shaded. */
export function drawCcdf(target: RenderTarget, plot: CcdfPlot, box: CcdfBox, colours: ThemeColours): void {
  const { lines, cuts, place } = plot;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const x = (value: number): number => box.left + place(value) * width;
  const y = (share: number): number => box.bottom - share * height;
  const [low, high] = [x(cuts.low), x(cuts.high)];
  target.rect(low, box.top, Math.max(0, high - low), height, { fill: colours.plot });
  drawLeftAxis(target, box.left, {
    ticks: shares,
    place: y,
    from: box.top,
    to: box.bottom,
    colours,
    grid: width,
  });
  const ticks = scaleTicks(
    [cuts.least, cuts.most],
    plot.scale,
    (one, other) => Math.abs(x(one) - x(other)) >= APART,
  );
  drawBottomAxis(target, box.bottom, {
    ticks: ticks.map((value) => ({ value, label: shortValue(value) })),
    place: x,
    from: box.left,
    to: box.right,
    title: plot.title,
    colours,
  });
  for (const { ccdf, colour } of lines) drawLine(target, ccdf, colour, x, y);
  const taken = plot.gap ? [drawGap(target, plot.gap, box, x, y, colours)] : [];
  if (plot.named) drawNames(target, lines, taken, box, x, y, colours);
}

function drawLine(
  target: RenderTarget,
  { values, shares: share }: Ccdf,
  colour: string,
  x: (value: number) => number,
  y: (share: number) => number,
): void {
  if (values.length === 0) return;
  target.path(
    (sink) => {
      sink.moveTo(x(values[0]), y(1));
      values.forEach((value, at) => {
        sink.lineTo(x(value), y(share[at]));
        sink.lineTo(x(value), y(share[at + 1] ?? 0));
      });
    },
    { stroke: colour, lineWidth: 1.75 },
  );
}

const ROW = 14;

/** Where a text stands, with its base line. */
interface TextPlace {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Each name stands where its line passes the middle, or below where another text is there already. */
function drawNames(
  target: RenderTarget,
  lines: readonly CcdfLine[],
  others: readonly TextPlace[],
  box: CcdfBox,
  x: (value: number) => number,
  y: (share: number) => number,
  colours: ThemeColours,
): void {
  const taken = [...others];
  lines.forEach(({ name, ccdf: { values, shares: share }, colour }, at) => {
    if (values.length === 0) return;
    const wanted = 0.8 - (0.6 * (at + 0.5)) / lines.length;
    const step = Math.max(0, share.filter((one) => one >= wanted).length - 1);
    const width = target.measure(name, { size: 11, weight: 'bold' });
    const line = x(values[step]);
    const left = line + 5 + width < box.right ? line + 5 : line - 5 - width;
    let textY = y(wanted);
    while (taken.some((one) => left < one.right && left + width > one.left && Math.abs(one.y - textY) < ROW))
      textY += ROW;
    textY = Math.min(textY, box.bottom - 4);
    taken.push({ left, right: left + width, y: textY });
    target.rect(left - 2, textY - 10, width + 4, 13, { fill: colours.background, opacity: 0.75 });
    target.text(left, textY, name, { fill: colour, size: 11, weight: 'bold' });
  });
}

/** A bar between two lines with its label beside it. */
function drawGap(
  target: RenderTarget,
  gap: CcdfGap,
  box: CcdfBox,
  x: (value: number) => number,
  y: (share: number) => number,
  colours: ThemeColours,
): TextPlace {
  const at = crisp(x(gap.value));
  const stroke = { stroke: colours.ink, lineWidth: 1.25 };
  target.line(at, y(gap.high), at, y(gap.low), stroke);
  for (const share of [gap.high, gap.low]) target.line(at - 4, y(share), at + 4, y(share), stroke);
  const width = target.measure(gap.label, { size: 11 });
  const left = at + 8 + width < box.right ? at + 8 : at - 8 - width;
  const middle = y((gap.high + gap.low) / 2);
  target.rect(left - 2, middle - 8, width + 4, 16, { fill: colours.background, opacity: 0.8 });
  target.text(left, middle, gap.label, { fill: colours.ink, baseline: 'middle' });
  return { left, right: left + width, y: middle + 4 };
}
