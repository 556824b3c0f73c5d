/**
 * The selection after a click on some ranks: they alone, or nothing where they were it already. `add` keeps what was
 * selected before and adds them, or takes them out where all of them were in it.
 */
export function pickRanks(before: readonly number[], picked: readonly number[], add: boolean): number[] {
  const all = picked.every((rank) => before.includes(rank));
  if (!add) return all && picked.length === before.length ? [] : sortRanks(picked);
  return sortRanks(all ? before.filter((rank) => !picked.includes(rank)) : [...before, ...picked]);
}

function sortRanks(ranks: readonly number[]): number[] {
  return [...new Set(ranks)].sort((a, b) => a - b);
}
