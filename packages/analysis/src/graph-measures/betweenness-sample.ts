import { createRandom, shuffle } from '@weft/model';
import type { Adjacency } from './adjacency.ts';
import type { DependencySums } from './betweenness.ts';
import { visitWork } from './visit-work.ts';

/** Dijkstra's search takes about so many times as long. */
const HEAP_WORK = 10;
const LEAST_SOURCES = 100;

interface SampleChoice {
  /** Looks along edges that a sample may take. */
  readonly work: number;
  readonly lengths: 'equal' | 'bytes' | 'messages';
}

/** All ranks where that takes no more than `exactWork`, else as many drawn at random (always the same) as the work allows. */
export function betweennessSources(
  { vertices, targets }: Adjacency,
  { work, lengths }: SampleChoice,
  exactWork: number,
): Int32Array {
  const all = Int32Array.from({ length: vertices }, (_, v) => v);
  const each = (targets.length + vertices) * visitWork(vertices) * (lengths === 'equal' ? 1 : HEAP_WORK);
  const most = Math.max(LEAST_SOURCES, Math.floor(work / Math.max(1, each)));
  if (most >= vertices || each * vertices <= exactWork) return all;
  return Int32Array.from(shuffle([...all], createRandom('sources')).slice(0, most)).sort();
}

/**
 * Sums over the sources as betweenness over all, with the standard error of drawing without replacement. `halves` is 2
 * where every pair counts once for both directions.
 */
export function estimateBetweenness({ sum, squares }: DependencySums, drawn: number, halves: number) {
  const vertices = sum.length;
  const scale = drawn > 0 ? vertices / drawn / halves : 0;
  const error = squares.map((square, v) => {
    if (drawn === vertices || drawn < 2) return 0;
    const variance = Math.max(0, (square - sum[v] ** 2 / drawn) / (drawn - 1));
    return scale * Math.sqrt(drawn * variance * (1 - drawn / vertices));
  });
  return { values: sum.map((value) => value * scale), error };
}
