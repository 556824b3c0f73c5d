import { formatExact, formatQuantity, textAt } from '@weft/model';
import type { TooltipLine } from '../../kit/tooltip.tsx';
import { counterAt } from './counter-lane.ts';
import type { TimelinePick } from './pick-timeline.ts';
import type { PlacedStack } from './stack-layout.ts';
import { type StackLane, stackNames } from './stack-model.ts';
import { openStacks, type PlotArea, rowBottom, type TimelineModel } from './timeline-geometry.ts';

/** What lies under a point of an open stack; null where there is no stack. */
export function pickStack(
  model: TimelineModel,
  area: PlotArea,
  y: number,
  time: number,
  tolerance: number,
): TimelinePick | null {
  for (const stack of openStacks(model)) {
    const from = y - rowBottom(model, area, stack.rank);
    if (from < 0 || from >= stack.height) continue;
    const lane = stack.shown[Math.floor(from / stack.laneHeight)];
    return lane ? pickLane(model, stack, lane, time, tolerance) : pickCounter(stack, time);
  }
  return null;
}

function pickLane(
  model: TimelineModel,
  stack: PlacedStack,
  lane: StackLane,
  time: number,
  tolerance: number,
): TimelinePick {
  const { spans, rank } = stack;
  const row = lane.rows.findLast(
    (at) => spans.enter[at] <= time && Math.max(spans.exit[at], spans.enter[at] + tolerance) >= time,
  );
  if (row === undefined) return nothing(stack, lane, time);
  const { stream, depth } = lane;
  const [enter, exit] = [spans.enter[row], spans.exit[row]];
  const name = textAt(spans.call, row) ?? '';
  const colour = model.spanColour(name, textAt(spans.kind, row) ?? '');
  const merged = spans.count[row] > 1;
  return {
    rank,
    time,
    mark: { kind: 'lane', rank, stream, depth, enter, exit },
    title: merged ? `${formatExact(spans.count[row], 'count')} spans, rank ${rank}` : `${name}, rank ${rank}`,
    lines: [
      { label: merged ? 'most time in' : 'region', value: name, colour },
      { label: 'kind', value: textAt(spans.kind, row) ?? '' },
      { label: 'entered', value: formatExact(enter, 'ns') },
      { label: 'left', value: formatExact(exit, 'ns') },
      { label: merged ? 'from first to last' : 'took', value: formatExact(exit - enter, 'ns') },
      ...aroundLines(stack, lane, enter),
    ],
    message: null,
  };
}

/** The calls it is in, outermost first. */
function aroundLines(stack: PlacedStack, { stream, depth }: StackLane, time: number): TooltipLine[] {
  const around = depth > 0 ? stackNames(stack, stream, depth - 1, time) : [];
  return around.length > 0 ? [{ label: 'inside', value: around.join(' › ') }] : [];
}

function nothing({ rank }: PlacedStack, { stream, depth }: StackLane, time: number): TimelinePick {
  const lines = [{ label: 'time', value: formatExact(Math.round(time), 'ns') }];
  return {
    rank,
    time,
    mark: null,
    title: `rank ${rank}, stream ${stream}, level ${depth}`,
    lines,
    message: null,
  };
}

const HOLDS = { before: 'up to', after: 'since', point: 'read at' } as const;

function pickCounter({ rank, counter }: PlacedStack, time: number): TimelinePick {
  const points = counter?.lines.flatMap((line) => counterAt(line, time, counter.holds) ?? []) ?? [];
  const lines = points.map((point) => ({
    label: `${HOLDS[counter?.holds ?? 'point']} ${formatExact(point.time, 'ns')}`,
    value: formatQuantity(point.value, counter?.unit ?? ''),
  }));
  return {
    rank,
    time,
    mark: null,
    title: `${counter?.metric ?? 'colours of regions'}, rank ${rank}`,
    lines,
    message: null,
  };
}
