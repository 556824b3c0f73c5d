import { KEY_ROW, keyRows, type ThemeColours } from '@weft/draw';
import type { PinnedCall } from './pinned-call.ts';
import type { PlacedStack } from './stack-layout.ts';
import { keyItems } from './timeline-key.ts';
import type { TimelineData } from './timeline-model.ts';
import type { TimelineWindow } from './timeline-window.ts';

export interface TimelineModel {
  readonly width: number;
  readonly height: number;
  readonly colours: ThemeColours;
  readonly data: TimelineData;
  readonly window: TimelineWindow;
  readonly callColours: ReadonlyMap<string, string>;
  readonly colouring: 'call' | 'group';
  /** Names of the calls shown alone; empty = all. */
  readonly only: ReadonlySet<string>;
  readonly showMessages: boolean;
  /** Messages of the whole dataset. */
  readonly messages: number;
  /** Selected ranks; empty = all. */
  readonly selected: ReadonlySet<number>;
  readonly origin: string | null;
  readonly pinned: PinnedCall | null;
  /** The time that is measured from. */
  readonly markedTime: number | null;
  /** Stacks of open ranks, by rank. */
  readonly stacks: readonly PlacedStack[];
  /** Whether ranks can be opened. */
  readonly canOpen: boolean;
  /** The colour of a span, paler where another name is looked for. */
  readonly spanColour: (name: string, kind: string) => string;
}

export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

type Sized = Pick<TimelineModel, 'width' | 'height' | 'data' | 'callColours' | 'colouring' | 'only'>;

export function plotArea(model: Sized): PlotArea {
  const lines = keyRows(keyItems(model), model.width - 24).length;
  return {
    left: 56,
    right: Math.max(model.width - 16, 80),
    top: 8 + KEY_ROW * lines + 4,
    bottom: Math.max(model.height - 38, 60),
  };
}

export function timeToX({ window }: TimelineModel, { left, right }: PlotArea, time: number): number {
  return left + ((time - window.time[0]) / (window.time[1] - window.time[0])) * (right - left);
}

export function xToTime({ window }: TimelineModel, { left, right }: PlotArea, x: number): number {
  return window.time[0] + ((x - left) / (right - left)) * (window.time[1] - window.time[0]);
}

/** Pixels that stacks take above the row of a rank. */
function stacksAbove({ stacks, window }: TimelineModel, rank: number): number {
  const [first, last] = window.ranks;
  let height = 0;
  for (const stack of stacks) {
    if (stack.rank >= Math.floor(first) && stack.rank < Math.min(Math.floor(rank), last))
      height += stack.height;
  }
  return height;
}

export function rowHeight(model: TimelineModel, { top, bottom }: PlotArea): number {
  const [first, last] = model.window.ranks;
  return Math.max(bottom - top - stacksAbove(model, last + 1), 0) / (last - first);
}

/** The upper edge of the row of a rank; fractions lie inside its row. */
export function rankToY(model: TimelineModel, area: PlotArea, rank: number): number {
  const row = rowHeight(model, area);
  return area.top + (rank - model.window.ranks[0]) * row + stacksAbove(model, rank);
}

/** The lower edge of the row of a rank, above its stack. */
export function rowBottom(model: TimelineModel, area: PlotArea, rank: number): number {
  return rankToY(model, area, rank) + rowHeight(model, area);
}

/** A place inside a stack belongs to the row above it. */
export function yToRank(model: TimelineModel, area: PlotArea, y: number): number {
  const row = Math.max(rowHeight(model, area), 1e-6);
  const [first] = model.window.ranks;
  let above = 0;
  for (const { rank, height } of openStacks(model)) {
    const bottom = area.top + (rank + 1 - first) * row + above;
    if (y < bottom) break;
    if (y < bottom + height) return rank + 0.5;
    above += height;
  }
  return first + (y - area.top - above) / row;
}

/** The stacks of ranks in view. */
export function openStacks({ stacks, window }: TimelineModel): PlacedStack[] {
  const [first, last] = window.ranks;
  return stacks.filter(({ rank }) => rank >= Math.floor(first) && rank < last);
}

/** Runs of ranks without a stack between them: from <= rank < to, `shift` pixels further down. */
export function rankRuns(model: TimelineModel): { from: number; to: number; shift: number }[] {
  const [first, last] = model.window.ranks;
  let [from, shift] = [first, 0];
  const runs = openStacks(model).map(({ rank, height }) => {
    const run = { from, to: Math.min(rank + 1, last), shift };
    [from, shift] = [rank + 1, shift + height];
    return run;
  });
  return [...runs, { from, to: last, shift }].filter((run) => run.to > run.from);
}

/** The upper edge of a lane; null where it is not shown. */
export function laneTop(
  model: TimelineModel,
  area: PlotArea,
  { rank, stream, depth }: { readonly rank: number; readonly stream: number; readonly depth: number },
): number | null {
  const stack = openStacks(model).find((each) => each.rank === rank);
  const at = stack?.shown.findIndex((lane) => lane.stream === stream && lane.depth === depth) ?? -1;
  return stack && at >= 0 ? rowBottom(model, area, rank) + at * stack.laneHeight : null;
}
