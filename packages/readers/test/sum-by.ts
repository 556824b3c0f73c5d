/** Sums of a value over rows with the same key. */
export function sumBy<T>(
  rows: Iterable<T>,
  key: (row: T) => string,
  value: (row: T) => number,
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = key(row);
    sums.set(name, (sums.get(name) ?? 0) + value(row));
  }
  return Object.fromEntries(sums);
}
