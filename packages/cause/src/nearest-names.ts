/** The names most like a text, nearest first: by the letters that have to change. */
export function nearestNames(text: string, names: readonly string[], most = 3): string[] {
  return [...new Set(names)]
    .map((name) => ({ name, distance: editDistance(text.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ name }) => name);
}

function editDistance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = before[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, before[j] + 1, row[j - 1] + 1));
    }
    before = row;
  }
  return before[b.length];
}
