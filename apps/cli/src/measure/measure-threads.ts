import { availableParallelism } from 'node:os';
import { type RunTasks, runInTurn, type SourceSums, type SourceTask } from '@weft/analysis';
import { ThreadPool } from '@weft/threads';

/** Less work than this is done before threads have started. */
const WORTH_THREADS = 3e7;

/** Runs tasks in as many threads as there are cores; the threads start with the first task. */
export async function withMeasureThreads<T>(
  work: (run: RunTasks) => Promise<T>,
  size = availableParallelism(),
): Promise<T> {
  const module = new URL('./measure-thread.ts', import.meta.url);
  const pool = new ThreadPool<SourceTask, never, SourceSums>(module, { size, start: 'bundled' });
  const run: RunTasks = (tasks) =>
    size < 2 || workOf(tasks) < WORTH_THREADS
      ? runInTurn(tasks)
      : Promise.all(tasks.map((task) => pool.run(task)));
  try {
    return await work(run);
  } finally {
    await pool.close();
  }
}

/** Edges visited, roughly. */
function workOf(tasks: readonly SourceTask[]): number {
  return tasks.reduce((sum, { graph, sources }) => sum + graph.targets.length * sources.length, 0);
}
