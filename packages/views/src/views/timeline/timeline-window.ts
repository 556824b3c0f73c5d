import type { Range } from '../../kit/brush-range.ts';
import { shiftRange } from '../../kit/brush-range.ts';
import type { ViewOptions } from '../../view.ts';

/** What is on screen: nanoseconds x ranks (fractions while zooming). */
export interface TimelineWindow {
  readonly time: Range;
  readonly ranks: Range;
}

/** Pixels a call has on average, at least: drawn one by one, narrower ones would look as if they filled the time. */
export const EXACT_CALL = 4;

const LEAST_TIME = 50;
const LEAST_RANKS = 1;

/** A smaller factor shows less of the range; `at` stays where it is on screen. */
export function zoomAxis(range: Range, factor: number, at: number, limits: Range, least: number): Range {
  const whole = limits[1] - limits[0];
  const width = Math.min(Math.max((range[1] - range[0]) * factor, Math.min(least, whole)), whole);
  const share = (at - range[0]) / (range[1] - range[0]);
  const from = at - width * share;
  return shiftRange([from, from + width], 0, limits);
}

export function zoomTime(
  window: TimelineWindow,
  factor: number,
  at: number,
  full: TimelineWindow,
): TimelineWindow {
  return { ...window, time: zoomAxis(window.time, factor, at, full.time, LEAST_TIME) };
}

export function zoomRanks(
  window: TimelineWindow,
  factor: number,
  at: number,
  full: TimelineWindow,
): TimelineWindow {
  return { ...window, ranks: zoomAxis(window.ranks, factor, at, full.ranks, LEAST_RANKS) };
}

export function panWindow(
  window: TimelineWindow,
  time: number,
  ranks: number,
  full: TimelineWindow,
): TimelineWindow {
  return {
    time: shiftRange(window.time, time, full.time),
    ranks: shiftRange(window.ranks, ranks, full.ranks),
  };
}

/** The window moved as little as shows a call; one too long for it starts near the left. */
export function followCall(
  window: TimelineWindow,
  { rank, enter, exit }: { readonly rank: number; readonly enter: number; readonly exit: number },
  full: TimelineWindow,
): TimelineWindow {
  const [from, to] = window.time;
  const width = to - from;
  const fits = exit - enter <= width * 0.9;
  const seen = fits ? enter >= from && exit <= to : enter >= from && enter <= to;
  const start = fits ? (enter + exit - width) / 2 : enter - width / 10;
  const [top, bottom] = window.ranks;
  const down = rank < top ? rank - top : rank + 1 > bottom ? rank + 1 - bottom : 0;
  if (seen && down === 0) return window;
  return panWindow(window, seen ? 0 : start - from, down, full);
}

/** A call and some of what is around it, with the ranks it deals with. */
export function windowAround(time: Range, ranks: Range, full: TimelineWindow): TimelineWindow {
  const room = Math.max((time[1] - time[0]) * 0.5, LEAST_TIME / 2);
  const bounded = (range: Range, limits: Range): Range => [
    Math.max(range[0], limits[0]),
    Math.min(range[1], limits[1]),
  ];
  return {
    time: bounded([time[0] - room, time[1] + room], full.time),
    ranks: bounded([ranks[0] - 1, ranks[1] + 2], full.ranks),
  };
}

export function isWhole(window: TimelineWindow, full: TimelineWindow): boolean {
  const same = (a: Range, b: Range): boolean => a[0] <= b[0] && a[1] >= b[1];
  return same(window.time, full.time) && same(window.ranks, full.ranks);
}

/** The zoom as a panel remembers it, in whole nanoseconds and hundredths of a rank; zeros where an axis is whole. */
export function optionsOfWindow(window: TimelineWindow, full: TimelineWindow): Record<string, number> {
  const part = (range: Range, whole: Range): Range =>
    range[0] <= whole[0] && range[1] >= whole[1] ? [0, 0] : range;
  const [t0, t1] = part(window.time, full.time);
  const [r0, r1] = part(window.ranks, full.ranks);
  const hundredths = (value: number): number => Math.round(value * 100) / 100;
  return { t0: Math.round(t0), t1: Math.round(t1), r0: hundredths(r0), r1: hundredths(r1) };
}

/** Which part of each axis the options name; null = all of it. */
export function rangesOfOptions(options: ViewOptions): { time: Range | null; ranks: Range | null } {
  const range = (from: unknown, to: unknown): Range | null =>
    typeof from === 'number' && typeof to === 'number' && to > from ? [from, to] : null;
  return { time: range(options.t0, options.t1), ranks: range(options.r0, options.r1) };
}

export function windowOfOptions(options: ViewOptions, full: TimelineWindow): TimelineWindow {
  const { time, ranks } = rangesOfOptions(options);
  return {
    time: time ? shiftRange(time, 0, full.time) : full.time,
    ranks: ranks ? shiftRange(ranks, 0, full.ranks) : full.ranks,
  };
}
