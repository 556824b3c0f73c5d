import type { Adjacency } from './adjacency.ts';

/** Distances from some sources, added up per vertex; parts of the sources may be added up in any way. */
export interface DistanceSums {
  /** Sum of the distances from the sources that reach the vertex. */
  readonly sum: Float64Array;
  /** Sum of their squares, from which the error of a sample follows. */
  readonly squares: Float64Array;
  /** Number of sources that reach it, itself included where it is one. */
  readonly reached: Float64Array;
  /** Largest distance from a source that reaches it. */
  readonly furthest: Int32Array;
  /** What finding them took, in looks along an edge. */
  work: number;
}

/** Sources under way at once: four words of 32 bits. */
const WORDS = 4;
export const SOURCES_AT_ONCE = 32 * WORDS;
/** What a vertex beside active ones costs, however few edges it has. */
const CANDIDATE_WORK = 30;
/** Where at least one vertex in six is active, all vertices that miss sources are candidates. */
const DENSE = 6;

/**
 * Distances from every vertex to the sources along `along`, 128 sources at a time, one bit a source. `against` is the
 * same graph with every edge turned round.
 */
export function sumDistances(along: Adjacency, against: Adjacency, sources: Int32Array): DistanceSums {
  const { vertices } = along;
  const sums: DistanceSums = {
    sum: new Float64Array(vertices),
    squares: new Float64Array(vertices),
    reached: new Float64Array(vertices),
    furthest: new Int32Array(vertices),
    work: 0,
  };
  const search: Search = {
    seen: new Int32Array(vertices * WORDS),
    front: new Int32Array(vertices * WORDS),
    next: new Int32Array(vertices * WORDS),
    active: new Int32Array(vertices),
    candidates: new Int32Array(vertices),
    marked: new Uint8Array(vertices),
    missing: new Int32Array(vertices),
  };
  for (let first = 0; first < sources.length; first += SOURCES_AT_ONCE) {
    searchBatch(search, along, against, sources.subarray(first, first + SOURCES_AT_ONCE), sums);
  }
  return sums;
}

/** Bits of the sources under way; vertex v has words v * WORDS .. (v + 1) * WORDS. */
interface Search {
  /** Sources found so far. */
  readonly seen: Int32Array;
  /** Those found in the level before, and in this one. */
  readonly front: Int32Array;
  readonly next: Int32Array;
  /** Vertices that found some in the level before. */
  readonly active: Int32Array;
  /** Vertices beside them. */
  readonly candidates: Int32Array;
  /** 1 at candidates, and for good at vertices that have found all sources. */
  readonly marked: Uint8Array;
  /** Number of sources a vertex has not found yet. */
  readonly missing: Int32Array;
}

function searchBatch(
  search: Search,
  along: Adjacency,
  against: Adjacency,
  sources: Int32Array,
  sums: DistanceSums,
): void {
  search.seen.fill(0);
  search.marked.fill(0);
  search.missing.fill(sources.length);
  let count = start(search, sources, sums.reached);
  for (let level = 1; count > 0; level++) {
    const found = findCandidates(search, against, count);
    sums.work += CANDIDATE_WORK * found + collectBits(search, along, found);
    clearFront(search, count);
    count = arrive(search, found, level, sums);
  }
}

function clearFront({ front, active }: Search, count: number): void {
  for (let i = 0; i < count; i++) {
    const at = active[i] * WORDS;
    for (let word = 0; word < WORDS; word++) front[at + word] = 0;
  }
}

function start(
  { seen, front, active, marked, missing }: Search,
  sources: Int32Array,
  reached: Float64Array,
): number {
  let count = 0;
  for (let s = 0; s < sources.length; s++) {
    const v = sources[s];
    if (!marked[v]) active[count++] = v;
    marked[v] = 1;
    seen[v * WORDS + (s >> 5)] |= 1 << (s & 31);
    front[v * WORDS + (s >> 5)] |= 1 << (s & 31);
    reached[v]++;
    missing[v]--;
  }
  for (let i = 0; i < count; i++) marked[active[i]] = missing[active[i]] === 0 ? 1 : 0;
  return count;
}

/** Vertices that may find sources in this level; where many are active, simply all that miss some. */
function findCandidates(search: Search, against: Adjacency, count: number): number {
  const { candidates, missing } = search;
  if (count * DENSE < missing.length) return findBeside(search, against, count);
  let found = 0;
  for (let v = 0; v < missing.length; v++) if (missing[v] > 0) candidates[found++] = v;
  return found;
}

function findBeside(
  { active, candidates, marked }: Search,
  { offsets, targets }: Adjacency,
  count: number,
): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const v = active[i];
    for (let a = offsets[v]; a < offsets[v + 1]; a++) {
      const w = targets[a];
      if (marked[w] !== 0) continue;
      marked[w] = 1;
      candidates[found++] = w;
    }
  }
  return found;
}

/** The sources that the candidates find through their neighbours; returns the number of edges looked along. */
function collectBits(
  { candidates, seen, front, next }: Search,
  { offsets, targets }: Adjacency,
  found: number,
): number {
  let visits = 0;
  for (let i = 0; i < found; i++) {
    const v = candidates[i];
    const end = offsets[v + 1];
    visits += end - offsets[v];
    let b0 = 0;
    let b1 = 0;
    let b2 = 0;
    let b3 = 0;
    for (let a = offsets[v]; a < end; a++) {
      const w = targets[a] * WORDS;
      b0 |= front[w];
      b1 |= front[w + 1];
      b2 |= front[w + 2];
      b3 |= front[w + 3];
    }
    const at = v * WORDS;
    next[at] = b0 & ~seen[at];
    next[at + 1] = b1 & ~seen[at + 1];
    next[at + 2] = b2 & ~seen[at + 2];
    next[at + 3] = b3 & ~seen[at + 3];
  }
  return visits;
}

/** Counts the new bits of the candidates; returns how many vertices have some. */
function arrive(
  search: Search,
  found: number,
  level: number,
  { sum, squares, reached, furthest }: DistanceSums,
): number {
  const { seen, front, next, active, candidates, marked, missing } = search;
  let count = 0;
  for (let i = 0; i < found; i++) {
    const v = candidates[i];
    let bits = 0;
    for (let at = v * WORDS; at < (v + 1) * WORDS; at++) {
      const fresh = next[at];
      if (fresh === 0) continue;
      seen[at] |= fresh;
      front[at] = fresh;
      bits += bitCount(fresh);
    }
    missing[v] -= bits;
    marked[v] = missing[v] === 0 ? 1 : 0;
    if (bits === 0) continue;
    sum[v] += bits * level;
    squares[v] += bits * level * level;
    reached[v] += bits;
    if (level > furthest[v]) furthest[v] = level;
    active[count++] = v;
  }
  return count;
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Adds the sums of one part of the sources to those of another. */
export function addDistances(into: DistanceSums, part: DistanceSums): void {
  for (let v = 0; v < into.sum.length; v++) {
    into.sum[v] += part.sum[v];
    into.squares[v] += part.squares[v];
    into.reached[v] += part.reached[v];
    if (part.furthest[v] > into.furthest[v]) into.furthest[v] = part.furthest[v];
  }
  into.work += part.work;
}
