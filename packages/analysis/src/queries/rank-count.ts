/** How many ranks there must be for the highest of these to be one of them. */
export function rankCount(ranks: Int32Array): number {
  return ranks.reduce((most, rank) => Math.max(most, rank + 1), 0);
}
