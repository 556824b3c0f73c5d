import { drawKey, parseColour, type RenderTarget } from '@weft/draw';
import { formatQuantity, textAt } from '@weft/model';
import type { CounterLane } from './counter-lane.ts';
import { regionKey } from './stack-key.ts';
import type { PlacedStack } from './stack-layout.ts';
import type { StackLane } from './stack-model.ts';
import { openStacks, type PlotArea, rowBottom, type TimelineModel, timeToX } from './timeline-geometry.ts';

/** Bars from this width and height on carry their name. */
const NAMED_WIDTH = 28;
const NAMED_HEIGHT = 11;
const TEXT = 10;

/** Calls and regions below the rows of open ranks, outermost first, then other threads and streams, then a counter. */
export function drawStacks(target: RenderTarget, model: TimelineModel, area: PlotArea): void {
  for (const stack of openStacks(model)) {
    const top = rowBottom(model, area, stack.rank);
    if (top > area.bottom || top + stack.height < area.top) continue;
    const { background, hairline } = model.colours;
    target.rect(area.left, top, area.right - area.left, stack.height, { fill: background });
    stack.shown.forEach((lane, at) => {
      drawLane(target, model, area, stack, lane, top + at * stack.laneHeight);
    });
    if (stack.counter) {
      drawCounter(
        target,
        model,
        area,
        stack.counter,
        top + stack.shown.length * stack.laneHeight + 2,
        stack.counterHeight - 4,
      );
    }
    drawRegionKey(target, model, area, stack, top + stack.height);
    const bottom = top + stack.height - 1;
    target.line(area.left, bottom, area.right, bottom, { stroke: hairline });
  }
}

/** The colours of the regions in sight, below their lanes. */
function drawRegionKey(
  target: RenderTarget,
  model: TimelineModel,
  { left, right }: PlotArea,
  stack: PlacedStack,
  bottom: number,
): void {
  if (stack.keyHeight === 0) return;
  const box = { left: left + 8, right: right - 8, y: bottom - 6 };
  drawKey(target, regionKey(model, stack, box.right - box.left), box, model.colours);
}

function drawLane(
  target: RenderTarget,
  model: TimelineModel,
  area: PlotArea,
  { spans, laneHeight }: PlacedStack,
  { rows, label }: StackLane,
  y: number,
): void {
  const [from, to] = model.window.time;
  for (const row of rows) {
    if (spans.exit[row] < from || spans.enter[row] > to) continue;
    const x = Math.max(timeToX(model, area, spans.enter[row]), area.left - 1);
    const width = Math.max(Math.min(timeToX(model, area, spans.exit[row]), area.right + 1) - x, 1);
    const name = textAt(spans.call, row) ?? '';
    const fill = model.spanColour(name, textAt(spans.kind, row) ?? '');
    const gap = width > 3 ? 0.5 : 0;
    target.rect(x, y + 0.5, width - gap, laneHeight - 1, { fill });
    if (width >= NAMED_WIDTH && laneHeight >= NAMED_HEIGHT && spans.count[row] === 1) {
      drawName(target, name, x, y + laneHeight / 2, width, fill);
    }
  }
  if (label !== null) drawLabel(target, model, area, label, y + laneHeight / 2);
}

/** As much of the name as fits. */
function drawName(
  target: RenderTarget,
  name: string,
  x: number,
  y: number,
  width: number,
  fill: string,
): void {
  const room = Math.floor((width - 6) / (TEXT * 0.56));
  const text = name.length <= room ? name : `${name.slice(0, Math.max(room - 1, 1))}…`;
  target.text(x + 3, y, text, { fill: inkOn(fill), size: TEXT, baseline: 'middle' });
}

function inkOn(fill: string): string {
  const [r, g, b] = parseColour(fill);
  return 0.299 * r + 0.587 * g + 0.114 * b > 128 ? '#101214' : '#ffffff';
}

/** Which thread or stream the lanes below belong to, where nothing covers it. */
function drawLabel(
  target: RenderTarget,
  { colours }: TimelineModel,
  area: PlotArea,
  label: string,
  y: number,
): void {
  const width = target.measure(label, { size: TEXT }) + 8;
  target.rect(area.right - width, y - 6, width, 12, { fill: colours.background, opacity: 0.85 });
  target.text(area.right - 4, y, label, {
    fill: colours.muted,
    size: TEXT,
    align: 'end',
    baseline: 'middle',
  });
}

/** A line per thread or stream, in steps where a value holds for a while. */
function drawCounter(
  target: RenderTarget,
  model: TimelineModel,
  area: PlotArea,
  { lines, metric, unit, holds, low, high }: CounterLane,
  top: number,
  height: number,
): void {
  const { colours } = model;
  const place = (value: number): number => top + height - ((value - low) / (high - low || 1)) * height;
  for (const line of lines) {
    target.path(
      (sink) => {
        line.forEach(({ time, value }, at) => {
          const [x, y] = [timeToX(model, area, time), place(value)];
          if (at === 0) sink.moveTo(x, y);
          else {
            const before = line[at - 1];
            if (holds === 'before') sink.lineTo(timeToX(model, area, before.time), y);
            if (holds === 'after') sink.lineTo(x, place(before.value));
            sink.lineTo(x, y);
          }
        });
      },
      { stroke: colours.ink, lineWidth: 1.2 },
    );
  }
  const text =
    lines.length === 0 ? `${metric}: not read here` : `${metric}, up to ${formatQuantity(high, unit)}`;
  const width = target.measure(text, { size: TEXT }) + 8;
  target.rect(area.left, top, width, 13, { fill: colours.background, opacity: 0.85 });
  target.text(area.left + 4, top + 7, text, { fill: colours.muted, size: TEXT, baseline: 'middle' });
}
