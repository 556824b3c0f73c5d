/** What looking along an edge of a graph costs, beside one look in a graph whose numbers fit the nearest cache. */
export function visitWork(vertices: number): number {
  if (vertices > 50_000) return 6;
  return vertices > 12_000 ? 3 : 1;
}

/** By estimate what two cores do in twenty seconds. */
export const STANDARD_WORK = 1.2e10;

/** All measures together may take so many times the work of one, a minute of two cores, where that makes them exact. */
export const EXACT_WORTH = 2.5;
