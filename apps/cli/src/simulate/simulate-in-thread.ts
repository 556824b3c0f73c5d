import type { WorkContext } from '@weft/model';
import { discardStaging } from '@weft/store';
import { ThreadPool } from '@weft/threads';
import type { SimulateMessage, SimulateTask } from './simulate-thread.ts';
import type { SimulationSummary } from './simulation-summary.ts';

/** Milliseconds in which a cancelled simulation may end by itself. */
const GRACE = 1500;

/** Simulates away from the thread that gets signals: a large network is built in one piece, and the first signal ends that, too. */
export async function simulateInThread(
  task: SimulateTask,
  { signal, onProgress }: WorkContext,
): Promise<SimulationSummary> {
  const module = new URL('./simulate-thread.ts', import.meta.url);
  const pool = new ThreadPool<SimulateTask, SimulateMessage, SimulationSummary>(module, {
    size: 1,
    grace: GRACE,
  });
  const stop = new AbortController();
  const onAbort = () => stop.abort();
  signal?.addEventListener('abort', onAbort);
  try {
    return await pool.run(task, {
      signal: stop.signal,
      onMessage: (message) => {
        if (message === 'committing') signal?.removeEventListener('abort', onAbort);
        else onProgress?.(message);
      },
    });
  } catch (error) {
    if (stop.signal.aborted) signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await pool.close();
    await discardStaging(task.output);
  }
}
