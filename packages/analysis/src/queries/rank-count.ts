import { WeftError } from '@weft/model';

/** More than any run has; analyses reserve memory for every rank. */
const MOST_RANKS = 2 ** 24;

/** How many ranks there must be for the highest of these to be one of them. */
export function rankCount(ranks: Int32Array): number {
  const count = ranks.reduce((most, rank) => Math.max(most, rank + 1), 0);
  if (count <= MOST_RANKS) return count;
  throw new WeftError({
    code: 'TABLE-DAMAGED',
    message: `a table has the rank ${count - 1}, and no run has more than ${MOST_RANKS}`,
    advice: 'Import or simulate the dataset again.',
  });
}
