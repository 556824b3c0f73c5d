import { resolve } from 'node:path';
import { jobName } from '../slurm/job-name.ts';
import { runArray } from '../slurm/run-array.ts';
import type { SlurmOptions } from '../slurm/slurm-options.ts';
import type { RunTasks } from './run-sweep.ts';
import { readSweepIndex } from './sweep-folder.ts';

const EVERY_MILLISECONDS = 5000;

/** Runs as tasks of a Slurm array; `program` is how a node starts this command. */
export function runOnSlurm(
  options: SlurmOptions,
  program: readonly string[],
  every = EVERY_MILLISECONDS,
): RunTasks {
  return (tasks, { signal, onFinished }) => {
    const folder = resolve(tasks.folder);
    const file = resolve(tasks.file);
    return runArray(options, {
      name: jobName('sweep', folder),
      command: [...program, 'simulate', file, '-o', folder, '--only'],
      tasks: tasks.missing,
      wholeNodes: false,
      logs: resolve(folder, '.slurm'),
      finished: async () => {
        const { runs } = await readSweepIndex(folder, file, tasks.runs);
        return new Set(tasks.missing.filter((index) => runs[index].finished));
      },
      goOnBy: 'same command',
      onFinished,
      signal,
      every,
      look: every,
    });
  };
}
