import type { WorkContext } from '@weft/model';
import type { Adjacency } from './adjacency.ts';
import { addDependencies, type DependencySums, sumDependencies } from './betweenness.ts';
import { addDistances, type DistanceSums, SOURCES_AT_ONCE, sumDistances } from './distances.ts';
import { sumWeightedDependencies, type WeightedAdjacency } from './weighted-betweenness.ts';

/** Work over some sources of a graph: plain data, so that a thread can do it. */
export type SourceTask =
  | { readonly kind: 'dependencies'; readonly graph: Adjacency; readonly sources: Int32Array }
  | { readonly kind: 'weighted'; readonly graph: WeightedAdjacency; readonly sources: Int32Array }
  | {
      readonly kind: 'distances';
      readonly graph: Adjacency;
      readonly against: Adjacency;
      readonly sources: Int32Array;
    };

export type SourceSums =
  | { readonly kind: 'dependencies'; readonly sums: DependencySums }
  | { readonly kind: 'distances'; readonly sums: DistanceSums };

/** Does all tasks, in threads or one after the other, and gives their sums in the same order. */
export type RunTasks = (tasks: readonly SourceTask[]) => Promise<readonly SourceSums[]>;

export function runSourceTask(task: SourceTask): SourceSums {
  switch (task.kind) {
    case 'dependencies':
      return { kind: 'dependencies', sums: sumDependencies(task.graph, task.sources) };
    case 'weighted':
      return { kind: 'dependencies', sums: sumWeightedDependencies(task.graph, task.sources) };
    case 'distances':
      return { kind: 'distances', sums: sumDistances(task.graph, task.against, task.sources) };
  }
}

export const runInTurn: RunTasks = async (tasks) => tasks.map(runSourceTask);

/** The same with word of how far it is, for work that others wait for. */
export function runWithProgress({ onProgress, signal }: WorkContext): RunTasks {
  return async (tasks) =>
    tasks.map((task, done) => {
      signal?.throwIfAborted();
      onProgress?.({ label: labels[task.kind], done, total: tasks.length, unit: 'steps' });
      return runSourceTask(task);
    });
}

const labels = {
  distances: 'distances of ranks',
  dependencies: 'paths through ranks',
  weighted: 'paths through ranks',
} as const;

/** The same parts for any number of threads, so that sums are the same to the last bit. */
const PARTS = 16;

export function splitSources(sources: Int32Array): Int32Array[] {
  const size = Math.max(
    SOURCES_AT_ONCE,
    Math.ceil(sources.length / PARTS / SOURCES_AT_ONCE) * SOURCES_AT_ONCE,
  );
  const parts: Int32Array[] = [];
  for (let first = 0; first < sources.length; first += size) {
    parts.push(sources.slice(first, first + size));
  }
  return parts;
}

export function totalDependencies(vertices: number, parts: readonly SourceSums[]): DependencySums {
  const total = { sum: new Float64Array(vertices), squares: new Float64Array(vertices) };
  for (const part of parts) if (part.kind === 'dependencies') addDependencies(total, part.sums);
  return total;
}

export function totalDistances(vertices: number, parts: readonly SourceSums[]): DistanceSums {
  const total = {
    sum: new Float64Array(vertices),
    squares: new Float64Array(vertices),
    reached: new Float64Array(vertices),
    furthest: new Int32Array(vertices),
    work: 0,
  };
  for (const part of parts) if (part.kind === 'distances') addDistances(total, part.sums);
  return total;
}
