import { axisOf, axisRange, type HiveAxis, type HiveCuts } from './hive-cuts.ts';

/** Evenly by order, linearly by value, or by value with marks pushed apart so that each is seen. */
export type HiveMode = 'even' | 'linear' | 'repelled';
export type HiveScale = 'linear' | 'log' | 'log1p';

export interface HiveRules {
  readonly cuts: HiveCuts;
  readonly mode: HiveMode;
  readonly scale: HiveScale;
  /** All axes of length 1, or as long as their values reach. */
  readonly lengths: 'alike' | 'true';
  /** What an axis spans: the values between its cuts, or all, where another measure says which axis a rank is on. */
  readonly span?: 'cuts' | 'whole';
}

export interface HiveNodes {
  readonly axis: Uint8Array;
  /** 0 = inner, 1 = outer end of an axis of length 1. */
  readonly position: Float64Array;
  /** Length of each axis, at most 1. */
  readonly lengths: readonly [number, number, number];
}

const axes: readonly HiveAxis[] = [0, 1, 2];
/** Distance of marks that are pushed apart. */
const GAP = 1 / 140;

/** Ranks on axes, on those of their values unless others are given. Those without a value lie at the inner end. */
export function placeOnAxes(
  values: Float64Array,
  rules: HiveRules,
  axis: Uint8Array = Uint8Array.from(values, (value) => axisOf(value, rules.cuts)),
): HiveNodes {
  const position = new Float64Array(values.length);
  for (const one of axes) {
    const ranks = [...values.keys()]
      .filter((rank) => axis[rank] === one)
      .sort((a, b) => known(values[a]) - known(values[b]) || a - b);
    const places = placeSorted(
      ranks.map((rank) => values[rank]),
      one,
      rules,
    );
    ranks.forEach((rank, at) => {
      position[rank] = places[at];
    });
  }
  return { axis, position, lengths: axisLengths(rules) };
}

function known(value: number): number {
  return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
}

function placeSorted(values: readonly number[], axis: HiveAxis, rules: HiveRules): readonly number[] {
  if (rules.mode === 'even')
    return values.map((_, at) => (values.length > 1 ? at / (values.length - 1) : 0.5));
  const places = values.map((value) => placeOf(value, axis, rules));
  return rules.mode === 'linear' ? places : pushApart(places);
}

/** The values an axis may hold. */
export function spanOf(axis: HiveAxis, { cuts, span }: HiveRules): readonly [number, number] {
  return span === 'whole' ? [cuts.least, cuts.most] : axisRange(axis, cuts);
}

/** Place of a value on its axis; an axis of a single value shows it at its outer end. */
export function placeOf(value: number, axis: HiveAxis, rules: HiveRules): number {
  if (Number.isNaN(value)) return 0;
  const [from, to] = scaledSpan(axis, rules);
  if (!(to > from)) return 1;
  return Math.min(1, Math.max(0, (onScale(value, rules.scale, rules.cuts.least) - from) / (to - from)));
}

/** The value at a place of an axis. */
export function valueAt(place: number, axis: HiveAxis, rules: HiveRules): number {
  const [from, to] = scaledSpan(axis, rules);
  const scaled = from + Math.min(1, Math.max(0, place)) * (to - from);
  if (rules.scale === 'linear') return scaled;
  return rules.scale === 'log' && rules.cuts.least > 0 ? Math.exp(scaled) : Math.expm1(scaled);
}

function scaledSpan(axis: HiveAxis, rules: HiveRules): readonly [number, number] {
  const [from, to] = spanOf(axis, rules);
  const { scale, cuts } = rules;
  return [onScale(from, scale, cuts.least), onScale(to, scale, cuts.least)];
}

/** A logarithm where all values are above zero; else of one more. */
function onScale(value: number, scale: HiveScale, least: number): number {
  if (scale === 'linear') return value;
  return scale === 'log' && least > 0 ? Math.log(value) : Math.log1p(Math.max(0, value));
}

function axisLengths(rules: HiveRules): readonly [number, number, number] {
  if (rules.lengths === 'alike') return [1, 1, 1];
  const reach = axes.map((axis) => {
    const [from, to] = scaledSpan(axis, rules);
    return to - from;
  });
  const longest = Math.max(...reach);
  const length = (axis: HiveAxis): number => (longest > 0 ? Math.max(0.05, reach[axis] / longest) : 1);
  return [length(0), length(1), length(2)];
}

/** Rising places at least a gap apart that lie nearest to those given: isotonic regression, kept within the axis. */
function pushApart(places: readonly number[]): readonly number[] {
  const gap = Math.min(GAP, 1 / Math.max(1, places.length - 1));
  const blocks: { sum: number; count: number }[] = [];
  places.forEach((place, at) => {
    let block = { sum: place - at * gap, count: 1 };
    for (
      let last = blocks.at(-1);
      last && last.sum / last.count > block.sum / block.count;
      last = blocks.at(-1)
    ) {
      blocks.pop();
      block = { sum: last.sum + block.sum, count: last.count + block.count };
    }
    blocks.push(block);
  });
  const most = 1 - (places.length - 1) * gap;
  const starts = blocks.flatMap(({ sum, count }) =>
    new Array<number>(count).fill(Math.min(Math.max(0, most), Math.max(0, sum / count))),
  );
  return starts.map((start, at) => start + at * gap);
}
