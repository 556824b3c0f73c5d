import type { RenderTarget } from '@weft/draw';
import { formatDuration } from '@weft/model';
import type { Range } from '../../kit/brush-range.ts';
import type { PinnedCall } from './pinned-call.ts';
import {
  laneTop,
  type PlotArea,
  rankToY,
  rowHeight,
  type TimelineModel,
  timeToX,
} from './timeline-geometry.ts';

/** The pinned call, its messages, and the rank it waited for. */
export function drawPinned(
  target: RenderTarget,
  model: TimelineModel,
  area: PlotArea,
  { rank, enter, exit, messages, wait, lane }: PinnedCall,
): void {
  const { colours } = model;
  const x = timeToX(model, area, enter);
  const width = Math.max(timeToX(model, area, exit) - x, 2);
  const [y, height] = rowOfPinned(model, area, rank, lane);
  const box = [x - 1, y, width + 2, height] as const;
  const halo = { stroke: colours.background, lineWidth: 5 };
  target.rect(...box, halo);
  target.rect(...box, { stroke: colours.accent, lineWidth: 2 });
  for (const { src, dst, sent, received } of messages) {
    if (sent < 0 || received < 0) continue;
    const from: Point = [timeToX(model, area, sent), rankToY(model, area, src + 0.5)];
    const to: Point = [timeToX(model, area, received), rankToY(model, area, dst + 0.5)];
    target.line(...from, ...to, halo);
    target.line(...from, ...to, { stroke: colours.accent, lineWidth: 2 });
    drawArrowHead(target, from, to, colours.accent, colours.background);
  }
  if (!wait) return;
  const came = timeToX(model, area, enter + wait.time);
  const at = rankToY(model, area, wait.partner + 0.5);
  const middle = y + height / 2;
  target.line(x, middle, came, middle, halo);
  target.line(x, middle, came, middle, { stroke: colours.accent, lineWidth: 2, dash: [3, 3] });
  target.circle(came, at, 4, { fill: colours.background, stroke: colours.accent, lineWidth: 2 });
}

/** The row of the rank, or the lane of its stack; of a closed stack the row. */
function rowOfPinned(
  model: TimelineModel,
  area: PlotArea,
  rank: number,
  lane: PinnedCall['lane'],
): [top: number, height: number] {
  const top = lane && laneTop(model, area, { rank, ...lane });
  const stack = model.stacks.find((each) => each.rank === rank);
  if (typeof top === 'number' && stack) return [top, stack.laneHeight];
  return [rankToY(model, area, rank), Math.max(rowHeight(model, area), 2)];
}

type Point = readonly [x: number, y: number];

export function drawArrowHead(
  target: RenderTarget,
  [x1, y1]: Point,
  [x2, y2]: Point,
  fill: string,
  halo: string,
): void {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 8) return;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  target.path(
    (sink) => {
      sink.moveTo(x2, y2);
      sink.lineTo(x2 - 7 * dx - 3 * dy, y2 - 7 * dy + 3 * dx);
      sink.lineTo(x2 - 7 * dx + 3 * dy, y2 - 7 * dy - 3 * dx);
      sink.closePath();
    },
    { fill, stroke: halo, lineWidth: 1 },
  );
}

/** How long the active time range is: a ruler along the axis. */
export function drawDuration(target: RenderTarget, model: TimelineModel, area: PlotArea, brush: Range): void {
  const from = Math.max(timeToX(model, area, brush[0]), area.left);
  const to = Math.min(timeToX(model, area, brush[1]), area.right);
  if (to <= from) return;
  const label = formatDuration(brush[1] - brush[0]);
  const half = target.measure(label) / 2 + 5;
  const x = Math.min(Math.max((from + to) / 2, area.left + half), area.right - half);
  const y = area.top + 4;
  target.rect(x - half, y, 2 * half, 16, { fill: model.colours.background, opacity: 0.9 });
  target.text(x, y + 12, label, { fill: model.colours.ink, align: 'middle' });
}
