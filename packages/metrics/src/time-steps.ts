import { type Cube, type Manifest, type Selection, stepRange } from '@weft/model';

/** The whole run and the length of one step in it. */
export interface TimeScale {
  readonly whole: readonly [number, number];
  readonly step: number;
  /** Where steps begin and end that have several samples each; left out: each sample is one. */
  readonly edges?: Float64Array;
}

type Range = NonNullable<Selection['time']>;

/** Programs have no counter interval: a two-hundredth of the run then serves as one. */
export function timeScaleOf({
  timeRange: whole,
  interval,
}: Pick<Manifest, 'timeRange' | 'interval'>): TimeScale | null {
  if (!whole || whole[1] <= whole[0]) return null;
  const length = whole[1] - whole[0];
  return { whole, step: Math.min(length, interval ?? Math.max(1, length / 200)) };
}

/** Steps of several samples are those of the cube: a range then begins and ends where they do. */
export function timeScaleOfCube(scale: TimeScale | null, cube: Cube | null): TimeScale | null {
  if (!scale || !cube || (cube.samplesPerStep ?? 1) === 1) return scale;
  const { times: edges, steps } = cube;
  return { whole: [edges[0], edges[steps]], step: edges[1] - edges[0], edges };
}

/** The steps that the range touches, as times; where steps are samples, the range as it is. */
export function wholeSteps({ edges }: TimeScale, time: Range): Range {
  if (!edges) return time;
  const [first, last] = stepsOf(edges, time);
  return [edges[first], edges[last]];
}

/** A range of the same length at the end of the run. */
export function rangeAtEnd({ whole, step, edges }: TimeScale, time: Range): Range {
  const length = time[1] - time[0];
  if (!edges) return [Math.max(whole[0], whole[1] - length), whole[1]];
  const [first, last] = stepsOf(edges, time);
  const count = edges[first] === time[0] ? last - first : Math.max(1, Math.round(length / step));
  return [edges[Math.max(0, edges.length - 1 - count)], whole[1]];
}

function stepsOf(edges: Float64Array, time: Range): [number, number] {
  return stepRange({ times: edges, steps: edges.length - 1 }, time);
}

/** The range moved by its own length; without one, the first or last step of the run. */
export function moveRange(
  { whole, step, edges }: TimeScale,
  time: Selection['time'],
  direction: -1 | 1,
  by?: number,
): Range {
  if (edges) return moveSteps(edges, time, direction, by === undefined ? null : Math.round(by / step));
  if (!time) return direction > 0 ? [whole[0], whole[0] + step] : [whole[1] - step, whole[1]];
  const length = Math.min(time[1] - time[0], whole[1] - whole[0]);
  const from = clamp(time[0] + direction * (by ?? length), whole[0], whole[1] - length);
  return [from, from + length];
}

function moveSteps(
  edges: Float64Array,
  time: Selection['time'],
  direction: -1 | 1,
  by: number | null,
): Range {
  const steps = edges.length - 1;
  if (!time) return direction > 0 ? [edges[0], edges[1]] : [edges[steps - 1], edges[steps]];
  const [first, last] = stepsOf(edges, time);
  const count = last - first;
  const from = clamp(first + direction * (by ?? count), 0, steps - count);
  return [edges[from], edges[from + count]];
}

/** The range one step longer on the side of the direction. */
export function extendRange(scale: TimeScale, time: Selection['time'], direction: -1 | 1): Range {
  const { whole, step } = scale;
  if (!time) return moveRange(scale, null, direction);
  if (scale.edges) return extendSteps(scale.edges, time, direction);
  return direction > 0
    ? [time[0], Math.min(whole[1], time[1] + step)]
    : [Math.max(whole[0], time[0] - step), time[1]];
}

function extendSteps(edges: Float64Array, time: Range, direction: -1 | 1): Range {
  const [first, last] = stepsOf(edges, time);
  return direction > 0
    ? [edges[first], edges[Math.min(edges.length - 1, last + 1)]]
    : [edges[Math.max(0, first - 1)], edges[last]];
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
