import type { WorkContext } from '@weft/model';
import type { SweepRun } from '@weft/simulate';
import { readSweepIndex, type SweepIndex, writeSweepIndex } from './sweep-folder.ts';

interface SweepTasks {
  readonly file: string;
  readonly folder: string;
  readonly runs: readonly SweepRun[];
  /** Numbers of the runs that are not there yet. */
  readonly missing: readonly number[];
}

/** Makes the missing datasets, here or elsewhere; calls `onFinished` once for each. */
export type RunTasks = (
  tasks: SweepTasks,
  context: { readonly signal: AbortSignal; readonly onFinished: () => void },
) => Promise<void>;

/** Runs what a sweep lacks; runs that ended stay, whatever happens to the others. */
export async function runSweep(
  file: string,
  folder: string,
  runs: readonly SweepRun[],
  runTasks: RunTasks,
  context: WorkContext & { readonly signal: AbortSignal },
): Promise<SweepIndex> {
  const before = await readSweepIndex(folder, file, runs);
  await writeSweepIndex(folder, before);
  const missing = before.runs.flatMap(({ finished }, index) => (finished ? [] : [index]));
  let done = runs.length - missing.length;
  const report = () => context.onProgress?.({ label: 'sweep', done, total: runs.length, unit: 'runs' });
  report();
  try {
    if (missing.length > 0) {
      await runTasks(
        { file, folder, runs, missing },
        {
          signal: context.signal,
          onFinished: () => {
            done++;
            report();
          },
        },
      );
    }
  } finally {
    await writeSweepIndex(folder, await readSweepIndex(folder, file, runs));
  }
  return readSweepIndex(folder, file, runs);
}
