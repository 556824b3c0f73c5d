/**
 * Heights of the curve between 0 and 1. Waviness mixes in the rank of each level among all that occur, so that
 * small changes show beside large ones; equal heights stay equal, higher ones stay higher.
 */
export function levelHeights(heights: ArrayLike<number>, waviness = 0): Float64Array {
  const values = Float64Array.from(heights);
  const levels = [...new Set(values)].sort((a, b) => a - b);
  const low = levels[0] ?? 0;
  const span = (levels[levels.length - 1] ?? 0) - low;
  if (!(span > 0)) return values.fill(0.5);
  const steps = distinctLevels(levels, span);
  const most = Math.max(1, steps[steps.length - 1]);
  const rankOf = new Map(levels.map((level, at) => [level, steps[at] / most]));
  return values.map((value) => ((value - low) / span) * (1 - waviness) + (rankOf.get(value) ?? 0) * waviness);
}

/** Levels closer than a thousandth of the whole count as one. */
function distinctLevels(levels: readonly number[], span: number): number[] {
  let step = 0;
  return levels.map((level, at) => {
    if (at > 0 && level - levels[at - 1] > span / 1000) step++;
    return step;
  });
}
