/** Numbers of more vertices do not fit the caches of a processor. */
const IN_CACHE = 50_000;
const FROM_MEMORY = 4;

/** What looking along an edge costs, beside one look in a graph that fits the caches. */
export function visitWork(vertices: number): number {
  return vertices > IN_CACHE ? FROM_MEMORY : 1;
}

/** By estimate what two cores do in twenty seconds. */
export const STANDARD_WORK = 1.2e10;
