import type { Adjacency } from './adjacency.ts';
import type { DependencySums } from './betweenness.ts';
import { DistanceHeap } from './distance-heap.ts';

/** An adjacency whose neighbours are some length away; lengths are above zero. */
export interface WeightedAdjacency extends Adjacency {
  readonly lengths: Float64Array;
}

/** Paths whose lengths differ by less than this share count as equally long. */
const EQUAL = 1e-10;

/** Brandes with Dijkstra's search, for edges with lengths. */
export function sumWeightedDependencies(graph: WeightedAdjacency, sources: Int32Array): DependencySums {
  const { vertices } = graph;
  const sums = { sum: new Float64Array(vertices), squares: new Float64Array(vertices) };
  const search: Search = {
    distance: new Float64Array(vertices),
    paths: new Float64Array(vertices),
    share: new Float64Array(vertices),
    order: new Int32Array(vertices),
    heap: new DistanceHeap(vertices),
  };
  for (const source of sources) {
    const found = findPaths(graph, search, source);
    for (let i = found - 1; i > 0; i--) collectShare(graph, search, search.order[i], sums);
  }
  return sums;
}

interface Search {
  readonly distance: Float64Array;
  readonly paths: Float64Array;
  readonly share: Float64Array;
  /** Vertices in the order of their distance. */
  readonly order: Int32Array;
  readonly heap: DistanceHeap;
}

function findPaths(graph: WeightedAdjacency, search: Search, source: number): number {
  const { distance, paths, share, order, heap } = search;
  distance.fill(Number.POSITIVE_INFINITY);
  paths.fill(0);
  share.fill(0);
  distance[source] = 0;
  paths[source] = 1;
  heap.push(source, 0);
  let found = 0;
  while (heap.size > 0) {
    const v = heap.pop();
    order[found++] = v;
    relax(graph, search, v);
  }
  return found;
}

function relax({ offsets, targets, lengths }: WeightedAdjacency, search: Search, v: number): void {
  const { distance, paths, heap } = search;
  for (let a = offsets[v]; a < offsets[v + 1]; a++) {
    const w = targets[a];
    const through = distance[v] + lengths[a];
    if (isEqual(through, distance[w])) paths[w] += paths[v];
    else if (through < distance[w]) {
      distance[w] = through;
      paths[w] = paths[v];
      heap.push(w, through);
    }
  }
}

function collectShare(graph: WeightedAdjacency, search: Search, v: number, sums: DependencySums): void {
  const { offsets, targets, lengths } = graph;
  const { distance, paths, share } = search;
  let collected = 0;
  for (let a = offsets[v]; a < offsets[v + 1]; a++) {
    const w = targets[a];
    if (isEqual(distance[v] + lengths[a], distance[w])) collected += share[w];
  }
  const dependency = paths[v] * collected;
  sums.sum[v] += dependency;
  sums.squares[v] += dependency * dependency;
  share[v] = (1 + dependency) / paths[v];
}

function isEqual(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) < EQUAL * (a + b);
}
