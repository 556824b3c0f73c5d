import type { Adjacency } from './adjacency.ts';

/** Sums over sources; parts of the sources may be added up in any way. */
export interface DependencySums {
  /** Per vertex: the sum over the sources of the share of shortest paths that pass through it. */
  readonly sum: Float64Array;
  /** The same of the squares, from which the error of a sample follows. */
  readonly squares: Float64Array;
}

/**
 * Brandes, level by level. Going out, every vertex of a level adds its number of paths to all neighbours without
 * asking which are a level further: what the others collect is never read. Coming back, a vertex sums the shares of
 * all neighbours, which are zero but for those a level further.
 */
export function sumDependencies(adjacency: Adjacency, sources: Int32Array): DependencySums {
  const { vertices } = adjacency;
  const sums = { sum: new Float64Array(vertices), squares: new Float64Array(vertices) };
  const search: Search = {
    ...adjacency,
    collected: new Float64Array(vertices),
    paths: new Float64Array(vertices),
    share: new Float64Array(vertices),
    order: new Int32Array(vertices),
    levels: new Int32Array(vertices + 2),
  };
  for (let s = 0; s < sources.length; s++) {
    const last = countPaths(search, sources[s]);
    for (let level = last; level > 0; level--) collectShares(search, level, sums);
    clear(search, search.levels[last + 1]);
  }
  return sums;
}

/** One search from one source; arrays are kept for the next. */
interface Search extends Adjacency {
  /** Sums under way: of paths going out, of shares coming back; zero where a vertex is not found yet. */
  readonly collected: Float64Array;
  /** Number of shortest paths from the source. */
  readonly paths: Float64Array;
  /** What one path to the vertex carries: paths that end there or pass through, over the number of paths. */
  readonly share: Float64Array;
  /** Vertices in the order they are found; level l is order[levels[l] .. levels[l + 1]). */
  readonly order: Int32Array;
  readonly levels: Int32Array;
}

/** Returns the number of the last level. */
function countPaths(search: Search, source: number): number {
  const { paths, order, levels, collected } = search;
  order[0] = source;
  paths[source] = 1;
  collected[source] = 1;
  levels[1] = 1;
  for (let level = 0; ; level++) {
    const [from, to] = [levels[level], levels[level + 1]];
    const tail = spread(search, from, to);
    if (tail === to) return level;
    levels[level + 2] = tail;
    for (let i = to; i < tail; i++) paths[order[i]] = collected[order[i]];
  }
}

function spread({ offsets, targets, collected, paths, order }: Search, from: number, to: number): number {
  let tail = to;
  for (let i = from; i < to; i++) {
    const v = order[i];
    const count = paths[v];
    const end = offsets[v + 1];
    for (let a = offsets[v]; a < end; a++) {
      const w = targets[a];
      const before = collected[w];
      collected[w] = before + count;
      if (before === 0) order[tail++] = w;
    }
  }
  return tail;
}

function collectShares(search: Search, level: number, { sum, squares }: DependencySums): void {
  const { offsets, targets, collected, paths, share, order, levels } = search;
  const [from, to] = [levels[level], levels[level + 1]];
  for (let i = from; i < to; i++) {
    const v = order[i];
    const end = offsets[v + 1];
    let even = 0;
    let odd = 0;
    let a = offsets[v];
    for (; a + 1 < end; a += 2) {
      even += share[targets[a]];
      odd += share[targets[a + 1]];
    }
    if (a < end) even += share[targets[a]];
    collected[v] = even + odd;
  }
  for (let i = from; i < to; i++) {
    const v = order[i];
    const dependency = paths[v] * collected[v];
    sum[v] += dependency;
    squares[v] += dependency * dependency;
    share[v] = (1 + dependency) / paths[v];
  }
}

function clear({ collected, share, order }: Search, found: number): void {
  for (let i = 0; i < found; i++) {
    collected[order[i]] = 0;
    share[order[i]] = 0;
  }
}

/** Adds the sums of one part of the sources to those of another. */
export function addDependencies(into: DependencySums, part: DependencySums): void {
  for (let v = 0; v < into.sum.length; v++) {
    into.sum[v] += part.sum[v];
    into.squares[v] += part.squares[v];
  }
}
