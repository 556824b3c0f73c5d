import { attachDrag } from '../../kit/attach-drag.ts';
import { attachKeys } from '../../kit/attach-keys.ts';
import { attachListeners, type Point, pointIn, wheelFactor } from '../../kit/attach-listeners.ts';
import type { BrushHow } from '../../kit/brush.ts';
import type { Range } from '../../kit/brush-range.ts';
import { isAdding } from '../../kit/click-selection.ts';
import { OPENER_PLACE, OPENER_ROW } from './draw-timeline.ts';
import {
  type PlotArea,
  plotArea,
  rowHeight,
  type TimelineModel,
  xToTime,
  yToRank,
} from './timeline-geometry.ts';
import { keyItemUnder } from './timeline-key.ts';
import { panWindow, type TimelineWindow, zoomRanks, zoomTime } from './timeline-window.ts';

export interface TimelineActions {
  model(): TimelineModel;
  /** Called while the pointer moves; `settle` follows when it rests. */
  show(window: TimelineWindow): void;
  brush(range: Range | null, how: BrushHow): void;
  /** A click on a rank; `add` keeps those selected before. */
  pickRank(rank: number, add: boolean): void;
  selectRanks(ranks: Range): void;
  hover(point: Point | null): void;
  /** A click into the plot: true where it hit a call or a message, which is pinned then. */
  pin(point: Point): boolean;
  /** A click into the key; `add` keeps those chosen before. */
  pickKey(point: Point, add: boolean): boolean;
  /** To the next or previous call of the pinned rank. */
  step(step: -1 | 1, withMessage: boolean): void;
  /** To the call of the rank below (1) or above (-1) at the same time. */
  stepRank(step: -1 | 1): void;
  partner(): void;
  zoomTo(): void;
  /** To the longest wait on screen, then the next ones. */
  longestWait(): void;
  mark(): void;
  /** Null where nothing is pinned, so that the key keeps its meaning for the page. */
  readonly unpin: (() => void) | null;
  back(): void;
  /** Opens or closes what is below a rank, or below the one at hand. */
  toggleStack(rank: number | null): void;
}

/** How a drag began: what it does, and the window it moves. */
interface Drag {
  readonly mode: 'pan' | 'brush' | 'key' | 'ranks';
  readonly window: TimelineWindow;
}

/** Wheel zooms time at the pointer, with shift ranks; drag pans; shift-drag and a drag along the axis brush time; keys do the same. */
export function attachTimeline(element: HTMLElement, actions: () => TimelineActions): () => void {
  const detach = [
    attachDrag<Drag>(element, {
      start({ x, y }, event) {
        const model = actions().model();
        const mode = modeAt(plotArea(model), x, y);
        if (mode === null) return null;
        return { mode: mode === 'pan' && event.shiftKey ? 'brush' : mode, window: model.window };
      },
      drag({ mode, window }, from, to) {
        if (mode === 'brush') actions().brush(brushed(actions().model(), from.x, to.x), 'live');
        else if (mode === 'pan') {
          element.style.cursor = 'grabbing';
          actions().show(panned(actions().model(), window, from, to));
        }
      },
      drop({ mode }, from, to) {
        element.style.cursor = '';
        if (mode === 'brush') actions().brush(brushed(actions().model(), from.x, to.x), 'commit');
      },
      click(at, event) {
        const model = actions().model();
        const area = plotArea(model);
        const add = isAdding(event);
        if (at.y < area.top) actions().pickKey(at, add);
        if (at.y < area.top || at.y > area.bottom) return;
        if (at.x >= area.left && !add && actions().pin(at)) return;
        const rank = Math.min(Math.floor(yToRank(model, area, at.y)), model.data.ranks - 1);
        if (isOpener(model, area, at.x)) actions().toggleStack(rank);
        else actions().pickRank(rank, add);
      },
      hover(at) {
        const mode = at && modeAt(plotArea(actions().model()), at.x, at.y);
        if (mode !== 'key')
          element.style.cursor = mode === 'ranks' ? 'pointer' : mode === 'brush' ? 'ew-resize' : '';
        else element.style.cursor = keyItemUnder(actions().model(), at?.x ?? 0, at?.y ?? 0) ? 'pointer' : '';
        actions().hover(at);
      },
    }),
    attachListeners(element, {
      wheel(event) {
        event.preventDefault();
        actions().show(wheeled(actions().model(), event, pointIn(event, element)));
      },
      dblclick(event) {
        const model = actions().model();
        const at = xToTime(model, plotArea(model), pointIn(event, element).x);
        actions().show(zoomTime(model.window, event.shiftKey ? 2 : 0.25, at, model.data.full));
      },
    }),
    attachKeys(element, () => keyMoves(actions())),
  ];
  return () => {
    for (const stop of detach) stop();
  };
}

const OPENER_REACH = 8;

/** Beside the rows, where triangles are drawn. */
function isOpener(model: TimelineModel, area: PlotArea, x: number): boolean {
  const drawn = model.canOpen && rowHeight(model, area) >= OPENER_ROW;
  return drawn && Math.abs(x - OPENER_PLACE) <= OPENER_REACH;
}

function wheeled(model: TimelineModel, event: WheelEvent, { x, y }: Point): TimelineWindow {
  const { window, data } = model;
  const area = plotArea(model);
  const factor = wheelFactor(event, event.deltaY || event.deltaX);
  if (event.shiftKey) return zoomRanks(window, factor, yToRank(model, area, y), data.full);
  if (Math.abs(event.deltaX) <= Math.abs(event.deltaY))
    return zoomTime(window, factor, xToTime(model, area, x), data.full);
  const width = window.time[1] - window.time[0];
  return panWindow(window, (width * event.deltaX) / 1000, 0, data.full);
}

function keyMoves(actions: TimelineActions): Record<string, () => void> {
  const { window, data } = actions.model();
  const { time, ranks } = window;
  const width = time[1] - time[0];
  const height = ranks[1] - ranks[0];
  const centre = (time[0] + time[1]) / 2;
  const middle = (ranks[0] + ranks[1]) / 2;
  const pan = (share: number) => actions.show(panWindow(window, width * share, 0, data.full));
  return {
    ...(actions.unpin ? { Escape: actions.unpin } : {}),
    '.': () => actions.step(1, false),
    ',': () => actions.step(-1, false),
    '>': () => actions.step(1, true),
    '<': () => actions.step(-1, true),
    j: () => actions.stepRank(1),
    k: () => actions.stepRank(-1),
    g: actions.partner,
    f: actions.zoomTo,
    e: () => actions.toggleStack(null),
    m: actions.mark,
    l: actions.longestWait,
    Backspace: actions.back,
    a: () => pan(-1 / 8),
    d: () => pan(1 / 8),
    w: () => actions.show(zoomTime(window, 0.5, centre, data.full)),
    s: () => actions.show(zoomTime(window, 2, centre, data.full)),
    ArrowLeft: () => actions.show(panWindow(window, -width / 8, 0, data.full)),
    ArrowRight: () => actions.show(panWindow(window, width / 8, 0, data.full)),
    ArrowUp: () => actions.show(panWindow(window, 0, -Math.max(height / 8, 1), data.full)),
    ArrowDown: () => actions.show(panWindow(window, 0, Math.max(height / 8, 1), data.full)),
    '+': () => actions.show(zoomTime(window, 0.5, centre, data.full)),
    '=': () => actions.show(zoomTime(window, 0.5, centre, data.full)),
    '-': () => actions.show(zoomTime(window, 2, centre, data.full)),
    ']': () => actions.show(zoomRanks(window, 0.5, middle, data.full)),
    '[': () => actions.show(zoomRanks(window, 2, middle, data.full)),
    '0': () => actions.show(data.full),
    Home: () => actions.show(data.full),
    t: () => actions.brush([Math.floor(time[0]), Math.ceil(time[1])], 'commit'),
    r: () => actions.selectRanks([Math.floor(ranks[0]), Math.ceil(ranks[1])]),
    Delete: () => actions.brush(null, 'commit'),
  };
}

function panned(model: TimelineModel, window: TimelineWindow, from: Point, to: Point): TimelineWindow {
  const { left, right, top, bottom } = plotArea(model);
  const { time, ranks } = window;
  const alongTime = ((from.x - to.x) / (right - left)) * (time[1] - time[0]);
  const alongRanks = ((from.y - to.y) / (bottom - top)) * (ranks[1] - ranks[0]);
  return panWindow(window, alongTime, alongRanks, model.data.full);
}

function brushed(model: TimelineModel, from: number, to: number): Range {
  const area = plotArea(model);
  const [low, high] = model.data.full.time;
  const clamp = (x: number): number => Math.min(Math.max(Math.round(xToTime(model, area, x)), low), high);
  const [a, b] = [clamp(from), clamp(to)];
  return a <= b ? [a, b] : [b, a];
}

/** What a drag or click does where it starts: the key above, the ranks beside, the ruler below, the plot. */
function modeAt({ left, right, top, bottom }: PlotArea, x: number, y: number): Drag['mode'] | null {
  if (y < top) return 'key';
  if (y > bottom) return x >= left && x <= right ? 'brush' : null;
  if (x < left) return 'ranks';
  return x <= right ? 'pan' : null;
}
