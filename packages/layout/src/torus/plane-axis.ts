/** One level of an axis that counts several dimensions, one inside the other. */
interface AxisLevel {
  /** -1 = no dimension, one value. */
  readonly dimension: number;
  readonly size: number;
  /** Pixels from one value to the next. */
  readonly step: number;
}

/** Levels from the innermost outwards: a place is the sum of value * step over them. */
export interface PlaneAxis {
  readonly levels: readonly AxisLevel[];
  readonly start: number;
  readonly length: number;
}

/** Space between the values of a level: at least so many pixels, or so many innermost steps. */
export interface LevelGap {
  readonly steps: number;
  readonly pixels: number;
}

interface AxisRequest {
  /** The innermost first; the innermost has no gap. */
  readonly levels: readonly { readonly dimension: number; readonly size: number; readonly gap: LevelGap }[];
  readonly start: number;
  readonly space: number;
  /** The innermost step is at most this. */
  readonly largest: number;
}

/** The largest steps that fit into the space. */
export function fitAxis({ levels, start, space, largest }: AxisRequest): PlaneAxis {
  const measured = (pitch: number) => {
    const steps: number[] = [];
    let inside = pitch;
    for (const { size, gap } of levels) {
      const step = steps.length === 0 ? pitch : inside + Math.max(gap.steps * pitch, gap.pixels);
      steps.push(step);
      inside = step * size;
    }
    return { steps, length: inside };
  };
  let [low, high] = [0, largest];
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2;
    if (measured(middle).length <= space) low = middle;
    else high = middle;
  }
  const { steps, length } = measured(high > largest * 0.999 ? largest : low);
  return {
    levels: levels.map(({ dimension, size }, i) => ({ dimension, size, step: steps[i] })),
    start,
    length,
  };
}

/** Where the value 0 of all inner levels stands. */
export function axisPlace({ levels, start }: PlaneAxis, values: ArrayLike<number>, from = 0): number {
  let place = start;
  for (let level = from; level < levels.length; level++) {
    const { dimension, step } = levels[level];
    if (dimension >= 0) place += values[dimension] * step;
  }
  return place;
}

/** Pixels of what lies inside one value of a level: all values of the level below. */
export function insideLength({ levels }: PlaneAxis, level: number): number {
  return level === 0 ? 0 : levels[level - 1].size * levels[level - 1].step;
}
