import type { BrushHow } from '../../kit/brush.ts';
import type { Range } from '../../kit/brush-range.ts';
import { type PlotArea, plotArea, type TimelineModel, xToTime, yToRank } from './draw-timeline.ts';
import { panWindow, type TimelineWindow, zoomRanks, zoomTime } from './timeline-window.ts';

export interface TimelineActions {
  model(): TimelineModel;
  /** While the hand moves; `settle` follows when it rests. */
  show(window: TimelineWindow): void;
  brush(range: Range | null, how: BrushHow): void;
  /** A click on a rank; `add` keeps those selected before. */
  pickRank(rank: number, add: boolean): void;
  selectRanks(ranks: Range): void;
  hover(point: { x: number; y: number } | null): void;
}

interface Drag {
  readonly mode: 'pan' | 'brush';
  readonly x: number;
  readonly y: number;
  readonly window: TimelineWindow;
  moved: boolean;
}

const CLICK_PIXELS = 4;

/** Wheel zooms time at the pointer, with shift ranks; drag pans; shift-drag brushes time; keys do the same. */
export function attachTimeline(element: HTMLElement, actions: TimelineActions): () => void {
  let drag: Drag | null = null;

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const model = actions.model();
    const area = plotArea(model);
    const { x, y } = pointIn(event, element);
    const pixels = (event.deltaY || event.deltaX) * (event.deltaMode === 1 ? 16 : 1);
    const factor = 2 ** (pixels / (event.ctrlKey ? 100 : 300));
    const { window, data } = model;
    if (event.shiftKey) actions.show(zoomRanks(window, factor, yToRank(model, area, y), data.full));
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const width = window.time[1] - window.time[0];
      actions.show(panWindow(window, (width * event.deltaX) / 1000, 0, data.full));
    } else actions.show(zoomTime(window, factor, xToTime(model, area, x), data.full));
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const { x, y } = pointIn(event, element);
    if (!inside(plotArea(actions.model()), x, y)) return;
    const { window } = actions.model();
    drag = { mode: event.shiftKey ? 'brush' : 'pan', x, y, window, moved: false };
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const { x, y } = pointIn(event, element);
    if (!drag) {
      actions.hover({ x, y });
      return;
    }
    if (!drag.moved && Math.abs(x - drag.x) + Math.abs(y - drag.y) < CLICK_PIXELS) return;
    drag.moved = true;
    actions.hover(null);
    const model = actions.model();
    const area = plotArea(model);
    if (drag.mode === 'brush') actions.brush(brushed(model, area, drag.x, x), 'live');
    else actions.show(panned(drag, model, area, x, y));
  };
  const up = (event: PointerEvent): void => {
    const last = drag;
    drag = null;
    if (!last) return;
    const { x, y } = pointIn(event, element);
    const model = actions.model();
    const area = plotArea(model);
    if (last.moved && last.mode === 'brush') actions.brush(brushed(model, area, last.x, x), 'commit');
    if (!last.moved && event.type === 'pointerup') {
      const rank = Math.min(Math.floor(yToRank(model, area, y)), model.data.ranks - 1);
      actions.pickRank(rank, event.shiftKey || event.ctrlKey || event.metaKey);
    }
  };
  const double = (event: MouseEvent): void => {
    const model = actions.model();
    const at = xToTime(model, plotArea(model), pointIn(event, element).x);
    actions.show(zoomTime(model.window, event.shiftKey ? 2 : 0.25, at, model.data.full));
  };
  const leave = (): void => actions.hover(null);
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !pressKey(event.key, actions)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const listeners: [string, (event: never) => void][] = [
    ['wheel', wheel],
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', up],
    ['pointerleave', leave],
    ['dblclick', double],
    ['keydown', key],
  ];
  for (const [type, listener] of listeners) {
    element.addEventListener(type, listener as EventListener, { passive: false });
  }
  element.style.touchAction = 'none';
  return () => {
    for (const [type, listener] of listeners) element.removeEventListener(type, listener as EventListener);
  };
}

/** True where the key means something. */
function pressKey(key: string, actions: TimelineActions): boolean {
  const { window, data } = actions.model();
  const { time, ranks } = window;
  const width = time[1] - time[0];
  const height = ranks[1] - ranks[0];
  const centre = (time[0] + time[1]) / 2;
  const middle = (ranks[0] + ranks[1]) / 2;
  const moves: Record<string, () => void> = {
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
  const act = Object.hasOwn(moves, key) ? moves[key] : undefined;
  act?.();
  return act !== undefined;
}

function panned(drag: Drag, model: TimelineModel, area: PlotArea, x: number, y: number): TimelineWindow {
  const { time, ranks } = drag.window;
  const alongTime = ((drag.x - x) / (area.right - area.left)) * (time[1] - time[0]);
  const alongRanks = ((drag.y - y) / (area.bottom - area.top)) * (ranks[1] - ranks[0]);
  return panWindow(drag.window, alongTime, alongRanks, model.data.full);
}

function brushed(model: TimelineModel, area: PlotArea, from: number, to: number): Range {
  const [low, high] = model.data.full.time;
  const clamp = (x: number): number => Math.min(Math.max(Math.round(xToTime(model, area, x)), low), high);
  const [a, b] = [clamp(from), clamp(to)];
  return a <= b ? [a, b] : [b, a];
}

function inside({ left, right, top, bottom }: PlotArea, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

function pointIn(event: MouseEvent, element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
