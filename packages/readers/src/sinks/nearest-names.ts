const SHOWN = 3;
/** Changes beyond which a name is no misspelling of another. */
const MOST_CHANGES = 3;

/** The names that a misspelt one most likely means, nearest first. */
export function nearestNames(wanted: string, names: Iterable<string>): string[] {
  return [...new Set(names)]
    .map((name) => ({ name, changes: changesBetween(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ changes }) => changes <= MOST_CHANGES)
    .sort((a, b) => a.changes - b.changes || (a.name < b.name ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ name }) => name);
}

/** Letters to add, remove or replace until one text is the other. */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
