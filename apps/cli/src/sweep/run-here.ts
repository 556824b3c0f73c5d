import { availableParallelism } from 'node:os';
import { discardStaging } from '@weft/store';
import { ThreadPool } from '@weft/threads';
import type { RunTasks } from './run-sweep.ts';
import type { SweepTask } from './sweep-thread.ts';

/** Milliseconds in which a cancelled simulation removes what it has written. */
const GRACE = 1500;

/** Runs on this machine, as many at once as there are cores. */
export const runHere: RunTasks = async ({ file, folder, runs, missing }, { signal, onFinished }) => {
  const size = Math.min(missing.length, availableParallelism());
  const module = new URL('./sweep-thread.ts', import.meta.url);
  const pool = new ThreadPool<SweepTask, never, void>(module, { size, grace: GRACE });
  try {
    const outcomes = await Promise.allSettled(
      missing.map(async (index) => {
        await pool.run({ file, folder, index }, { signal });
        onFinished();
      }),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  } finally {
    await pool.close();
    if (signal.aborted) {
      for (const index of missing) await discardStaging(`${folder}/${runs[index].name}.weft`);
    }
  }
};
