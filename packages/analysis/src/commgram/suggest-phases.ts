import type { CommgramModel } from './commgram-model.ts';

const FEWEST_PHASES = 3;
const MOST_PHASES = 48;
const CLEAR = 4;
export const STANDARD_PHASES = 27;
/** Enough to see what comes after the last phase that may be suggested. */
export const STANDARD_ATOMS = 64;

/**
 * As many phases as there are before the sharpest drop of the gaps that part them; `standard` where none is clear.
 * Logical steps are phases already, where there are few enough.
 */
export function suggestPhases(
  { tree, timeModel }: Pick<CommgramModel, 'tree' | 'timeModel'>,
  standard = STANDARD_PHASES,
): number {
  const { leaves, distances } = tree;
  if (timeModel === 'logical' && leaves <= MOST_PHASES) return leaves;
  const gaps = Float64Array.from(distances).sort().reverse();
  let best = Math.min(leaves, standard);
  let sharpest = CLEAR;
  for (let phases = FEWEST_PHASES; phases <= Math.min(MOST_PHASES, gaps.length); phases++) {
    const [last, next] = [gaps[phases - 2], gaps[phases - 1]];
    const drop = next > 0 ? last / next : last > 0 ? Number.POSITIVE_INFINITY : 1;
    if (drop > sharpest) [best, sharpest] = [phases, drop];
  }
  return best;
}
