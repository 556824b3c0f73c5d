import {
  type CallPattern,
  drawBottomAxis,
  drawKey,
  drawLeftAxis,
  type RenderTarget,
  timeTicks,
  timeTitle,
  valueTicks,
} from '@weft/draw';
import { drawBrush } from '../../kit/brush.ts';
import type { Range } from '../../kit/brush-range.ts';
import { drawArrowHead, drawDuration, drawPinned } from './draw-pinned.ts';
import { drawStacks } from './draw-stacks.ts';
import { rasterOf } from './tile-raster.ts';
import {
  laneTop,
  type PlotArea,
  plotArea,
  rankRuns,
  rankToY,
  rowBottom,
  rowHeight,
  type TimelineModel,
  timeToX,
} from './timeline-geometry.ts';
import { keyBox, keyItems, patternsOf } from './timeline-key.ts';
import { type ExactPart, exactPart } from './timeline-model.ts';
import { EXACT_CALL, type TimelineWindow } from './timeline-window.ts';

/** Bars from this height and width on have room for the lines of their call. */
const PATTERN_ROW = 8;
const PATTERN_WIDTH = 5;
/** From this height of a row on single calls are drawn instead of tiles. */
const EXACT_ROW = 2;
/** Pixels a message has on average along the axis of time; more of them are only a wash. */
const EXACT_MESSAGE = 1;
/** Up to here each message shows which way it goes. */
const MOST_ARROWS = 80;

/** The spans to draw one by one; null while tiles serve better. */
export function shownSpans(model: TimelineModel, area: PlotArea): ExactPart | null {
  const part = rowHeight(model, area) >= EXACT_ROW ? exactPart(model.data, model.window, 'spans') : null;
  if (!part) return null;
  const [first, last] = model.window.ranks;
  const room = (area.right - area.left) * (last - first);
  return countSpans(part, model.window) * EXACT_CALL <= room ? part : null;
}

function countSpans({ spans }: ExactPart, { time, ranks }: TimelineWindow): number {
  if (!spans) return 0;
  const { rank, enter, exit } = spans;
  let count = 0;
  for (let row = 0; row < rank.length; row++) {
    if (enter[row] > time[1] || exit[row] < time[0] || rank[row] + 1 <= ranks[0] || rank[row] >= ranks[1])
      continue;
    count++;
  }
  return count;
}

function countMessages({ messages }: Pick<ExactPart, 'messages'>, { time }: TimelineWindow): number {
  if (!messages) return 0;
  const { send_start: sent, recv_end: received } = messages;
  let count = 0;
  for (let row = 0; row < sent.length; row++) if (sent[row] <= time[1] && received[row] >= time[0]) count++;
  return count;
}

export function shownMessages(model: TimelineModel, area: PlotArea): ExactPart | null {
  if (!model.showMessages || rowHeight(model, area) < EXACT_ROW) return null;
  const part = exactPart(model.data, model.window, 'messages');
  if (!part) return null;
  return countMessages(part, model.window) * EXACT_MESSAGE <= area.right - area.left ? part : null;
}

export function drawTimeline(target: RenderTarget, model: TimelineModel): void {
  const area = plotArea(model);
  const { left, right, top, bottom } = area;
  const { colours } = model;
  target.rect(0, 0, model.width, model.height, { fill: colours.background });
  target.rect(left, top, right - left, bottom - top, { fill: colours.plot });
  target.group({ clip: [left, top, right - left, bottom - top] }, () => {
    const exact = shownSpans(model, area);
    if (exact) drawSpans(target, model, area, exact);
    else drawTiles(target, model, area);
    const lines = shownMessages(model, area);
    if (lines) drawMessages(target, model, area, lines);
    drawStacks(target, model, area);
    fadeOthers(target, model, area);
  });
  drawAxes(target, model, area);
  drawKey(target, keyItems(model), keyBox(model), colours);
}

/** Tiles of all ranks at once; where stacks lie between the ranks, once for each run of them. */
function drawTiles(target: RenderTarget, model: TimelineModel, area: PlotArea): void {
  const row = rowHeight(model, area);
  const [first] = model.window.ranks;
  for (const { from, to, shift } of rankRuns(model)) {
    const top = area.top + (from - first) * row + shift;
    const bottom = area.top + (to - first) * row + shift;
    target.group({ clip: [area.left, top, area.right - area.left, bottom - top] }, () => {
      drawParts(target, model, area, area.top - first * row + shift, row);
    });
  }
}

/** Every part that is in sight; rank 0 begins at `zero`. */
function drawParts(
  target: RenderTarget,
  model: TimelineModel,
  area: PlotArea,
  zero: number,
  row: number,
): void {
  for (const part of model.data.parts) {
    const { firstRank, block, rows, start, bin, columns } = part.tiles;
    const x = timeToX(model, area, start);
    const y = zero + firstRank * row;
    const width = timeToX(model, area, start + bin * columns) - x;
    const height = block * rows * row;
    if (x > area.right || x + width < area.left || y > area.bottom || y + height < area.top) continue;
    target.rect(x, y, width, height, { fill: model.colours.plot });
    target.raster(rasterOf(part, model.callColours), x, y, width, height);
  }
}

/** One path per call, so that a colour is set once. */
function drawSpans(target: RenderTarget, model: TimelineModel, area: PlotArea, { spans }: ExactPart): void {
  if (!spans) return;
  const { rank, call, enter, exit } = spans;
  const height = rowHeight(model, area);
  const inset = height >= 6 ? 1 : 0;
  const [from, to] = model.window.time;
  const rows: number[][] = call.dictionary.map(() => []);
  for (let row = 0; row < rank.length; row++) {
    if (exit[row] < from || enter[row] > to) continue;
    rows[call.codes[row]]?.push(row);
  }
  const patterns = height >= PATTERN_ROW ? patternsOf(model) : null;
  rows.forEach((list, code) => {
    if (list.length === 0) return;
    const fill = model.callColours.get(call.dictionary[code]) ?? '#888888';
    target.path(
      (sink) => {
        for (const row of list) {
          const x = Math.max(timeToX(model, area, enter[row]), area.left - 2);
          const end = Math.min(timeToX(model, area, exit[row]), area.right + 2);
          const y = rankToY(model, area, rank[row]);
          if (y + height < area.top || y > area.bottom) continue;
          sink.rect(x, y + inset, Math.max(end - x, 1), height - 2 * inset);
        }
      },
      { fill },
    );
    const pattern = patterns?.get(call.dictionary[code]);
    if (pattern) drawPattern(target, model, area, spans, list, pattern);
  });
}

/** Lines along the bars of one call. */
function drawPattern(
  target: RenderTarget,
  model: TimelineModel,
  area: PlotArea,
  { rank, enter, exit }: NonNullable<ExactPart['spans']>,
  rows: readonly number[],
  { lines, dash }: CallPattern,
): void {
  const height = rowHeight(model, area);
  target.path(
    (sink) => {
      for (const row of rows) {
        const x = Math.max(timeToX(model, area, enter[row]), area.left - 2);
        const end = Math.min(timeToX(model, area, exit[row]), area.right + 2);
        const y = rankToY(model, area, rank[row]);
        if (end - x < PATTERN_WIDTH || y + height < area.top || y > area.bottom) continue;
        for (const line of lines) {
          const at = Math.round(y + line * height) + 0.5;
          sink.moveTo(x + 1, at);
          sink.lineTo(end - 1, at);
        }
      }
    },
    { stroke: model.colours.background, dash, opacity: 0.8 },
  );
}

function drawMessages(
  target: RenderTarget,
  model: TimelineModel,
  area: PlotArea,
  { messages }: ExactPart,
): void {
  if (!messages) return;
  const { src, dst, send_start: sent, recv_end: received } = messages;
  const few = countMessages({ messages }, model.window) <= MOST_ARROWS;
  const lines: Parameters<RenderTarget['path']>[0] = (sink) => {
    for (let row = 0; row < src.length; row++) {
      if (received[row] < model.window.time[0] || sent[row] > model.window.time[1]) continue;
      sink.moveTo(timeToX(model, area, sent[row]), rankToY(model, area, src[row] + 0.5));
      sink.lineTo(timeToX(model, area, received[row]), rankToY(model, area, dst[row] + 0.5));
    }
  };
  // Ink alone is faint on calls of like lightness; round many lines the ground would hide the calls.
  if (few) target.path(lines, { stroke: model.colours.background, lineWidth: 3 });
  target.path(lines, { stroke: model.colours.ink, opacity: src.length > 400 ? 0.35 : 0.6 });
  if (!few) return;
  for (let row = 0; row < src.length; row++) {
    drawArrowHead(
      target,
      [timeToX(model, area, sent[row]), rankToY(model, area, src[row] + 0.5)],
      [timeToX(model, area, received[row]), rankToY(model, area, dst[row] + 0.5)],
      model.colours.ink,
      model.colours.background,
    );
  }
}

/** What is not selected fades; runs of ranks share one wash. */
function fadeOthers(target: RenderTarget, model: TimelineModel, area: PlotArea): void {
  const { selected, window, colours } = model;
  if (selected.size === 0) return;
  const wash = { fill: colours.background, opacity: 0.72 };
  let from = Math.floor(window.ranks[0]);
  const last = Math.ceil(window.ranks[1]);
  for (let rank = from; rank <= last; rank++) {
    if (rank < last && !selected.has(rank)) continue;
    const y = rankToY(model, area, from);
    if (rank > from) {
      target.rect(area.left, y, area.right - area.left, rankToY(model, area, rank) - y, wash);
    }
    from = rank + 1;
  }
}

function drawAxes(target: RenderTarget, model: TimelineModel, area: PlotArea): void {
  const { left, right, top, bottom } = area;
  const { colours, window } = model;
  const most = Math.max(2, Math.min(10, Math.floor((bottom - top) / 24)));
  const ticks = valueTicks(window.ranks, most, 'count').filter(({ value }) => value < model.data.ranks);
  drawLeftAxis(target, left, {
    ticks: ticks.map(({ value }) => ({ value, label: String(value) })).reverse(),
    place: (rank) => rankToY(model, area, rank + 0.5),
    from: top,
    to: bottom,
    colours,
  });
  target.text(10, (top + bottom) / 2, 'rank', { fill: colours.muted, align: 'middle', rotate: -90 });
  for (const rank of model.selected) {
    const y = rankToY(model, area, rank);
    const height = Math.max(rowHeight(model, area), 2);
    if (y + height > top && y < bottom) {
      target.rect(left - 4, Math.max(y, top), 3, Math.min(height, bottom - y), { fill: colours.accent });
    }
  }
  if (model.canOpen) drawOpeners(target, model, area);
  drawBottomAxis(target, bottom, {
    ticks: timeTicks(window.time, model.origin, Math.floor((right - left) / 90)),
    place: (time) => timeToX(model, area, time),
    from: left,
    to: right,
    title: timeTitle(window.time, model.origin),
    colours,
  });
}

/** Where triangles are, left of the numbers of ranks. */
export const OPENER_PLACE = 20;
/** Rows from this height on have a triangle that opens their stack. */
export const OPENER_ROW = 9;

/** A triangle beside each row: to the right = closed, down = open. */
function drawOpeners(target: RenderTarget, model: TimelineModel, area: PlotArea): void {
  const height = rowHeight(model, area);
  if (height < OPENER_ROW) return;
  const open = new Set(model.stacks.map(({ rank }) => rank));
  const [first, last] = model.window.ranks;
  for (let rank = Math.floor(first); rank < Math.min(Math.ceil(last), model.data.ranks); rank++) {
    const y = rankToY(model, area, rank) + height / 2;
    if (y < area.top || y > area.bottom) continue;
    const x = OPENER_PLACE;
    target.path(
      (sink) => {
        if (open.has(rank)) {
          sink.moveTo(x - 3.5, y - 2);
          sink.lineTo(x + 3.5, y - 2);
          sink.lineTo(x, y + 3);
        } else {
          sink.moveTo(x - 2, y - 3.5);
          sink.lineTo(x - 2, y + 3.5);
          sink.lineTo(x + 3, y);
        }
        sink.closePath();
      },
      { fill: model.colours.muted },
    );
  }
}

/** What is under the pointer, to be marked in the overlay. */
export type TimelineMark =
  | { readonly kind: 'span'; readonly rank: number; readonly enter: number; readonly exit: number }
  | {
      readonly kind: 'message';
      readonly src: number;
      readonly dst: number;
      readonly sent: number;
      readonly received: number;
    }
  | {
      readonly kind: 'lane';
      readonly rank: number;
      readonly stream: number;
      readonly depth: number;
      readonly enter: number;
      readonly exit: number;
    }
  | { readonly kind: 'tile'; readonly ranks: Range; readonly time: Range };

export function drawTimelineOverlay(
  target: RenderTarget,
  model: TimelineModel,
  brush: Range | null,
  mark: TimelineMark | null,
): void {
  const area = plotArea(model);
  if (brush) {
    const pixels: Range = [timeToX(model, area, brush[0]), timeToX(model, area, brush[1])];
    drawBrush(target, area, pixels, model.colours);
    drawDuration(target, model, area, brush);
  }
  const { left, right, top, bottom } = area;
  const { pinned } = model;
  target.group({ clip: [left, top, right - left, bottom - top] }, () => {
    if (model.markedTime !== null) {
      const x = timeToX(model, area, model.markedTime);
      target.line(x, top, x, bottom, { stroke: model.colours.accent, lineWidth: 2, dash: [6, 4] });
    }
    if (pinned) drawPinned(target, model, area, pinned);
    if (mark) drawMark(target, model, area, mark);
  });
}

function drawMark(target: RenderTarget, model: TimelineModel, area: PlotArea, mark: TimelineMark): void {
  const stroke = { stroke: model.colours.ink, lineWidth: 1.5 };
  if (mark.kind === 'message') {
    const x1 = timeToX(model, area, mark.sent);
    const y1 = rankToY(model, area, mark.src + 0.5);
    const x2 = timeToX(model, area, mark.received);
    const y2 = rankToY(model, area, mark.dst + 0.5);
    target.line(x1, y1, x2, y2, { ...stroke, lineWidth: 2.5 });
    target.circle(x1, y1, 3, { fill: model.colours.background, ...stroke });
    target.circle(x2, y2, 3, { fill: model.colours.ink });
    return;
  }
  if (mark.kind === 'lane') {
    const y = laneTop(model, area, mark);
    const stack = model.stacks.find(({ rank }) => rank === mark.rank);
    if (y === null || !stack) return;
    const x = timeToX(model, area, mark.enter);
    target.rect(x, y, Math.max(timeToX(model, area, mark.exit) - x, 1), stack.laneHeight, stroke);
    return;
  }
  const [time, ranks]: [Range, Range] =
    mark.kind === 'span'
      ? [
          [mark.enter, mark.exit],
          [mark.rank, mark.rank + 1],
        ]
      : [mark.time, mark.ranks];
  const x = timeToX(model, area, time[0]);
  const y = rankToY(model, area, ranks[0]);
  const width = Math.max(timeToX(model, area, time[1]) - x, 1);
  target.rect(x, y, width, Math.max(rowBottom(model, area, ranks[1] - 1) - y, 1), stroke);
}
