import type { Manifest, Selection } from '@weft/model';

/** The whole run and the length of one step in it. */
export interface TimeScale {
  readonly whole: readonly [number, number];
  readonly step: number;
}

/** Programs have no counter interval: a two-hundredth of the run then serves as one. */
export function timeScaleOf({
  timeRange: whole,
  interval,
}: Pick<Manifest, 'timeRange' | 'interval'>): TimeScale | null {
  if (!whole || whole[1] <= whole[0]) return null;
  const length = whole[1] - whole[0];
  return { whole, step: Math.min(length, interval ?? Math.max(1, length / 200)) };
}

/** The range moved by its own length; without one, the first or last step of the run. */
export function moveRange(
  { whole, step }: TimeScale,
  time: Selection['time'],
  direction: -1 | 1,
  by?: number,
): [number, number] {
  if (!time) return direction > 0 ? [whole[0], whole[0] + step] : [whole[1] - step, whole[1]];
  const length = Math.min(time[1] - time[0], whole[1] - whole[0]);
  const from = clamp(time[0] + direction * (by ?? length), whole[0], whole[1] - length);
  return [from, from + length];
}

/** The range one step longer on the side of the direction. */
export function extendRange(
  { whole, step }: TimeScale,
  time: Selection['time'],
  direction: -1 | 1,
): [number, number] {
  if (!time) return moveRange({ whole, step }, null, direction);
  return direction > 0
    ? [time[0], Math.min(whole[1], time[1] + step)]
    : [Math.max(whole[0], time[0] - step), time[1]];
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
