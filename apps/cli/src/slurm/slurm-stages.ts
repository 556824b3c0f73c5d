import { join } from 'node:path';
import type { WorkContext } from '@weft/model';
import type { StageRunner } from '@weft/readers';
import { jobName } from './job-name.ts';
import { runArray } from './run-array.ts';
import type { SlurmOptions } from './slurm-options.ts';

const EVERY_MILLISECONDS = 5000;
const LOOK_MILLISECONDS = 1000;
/** A task costs a quarter of a second before it is up to speed. */
const SLICE_BYTES = 300e6;

interface StagesContext extends WorkContext {
  readonly signal: AbortSignal;
  /** Bytes that a task asks for. */
  readonly memory?: number;
}

/** The stages of an import as tasks of Slurm arrays; `program` is how a node starts this command. */
export function slurmStages(
  options: SlurmOptions,
  program: readonly string[],
  { signal, onProgress, memory }: StagesContext,
): StageRunner {
  return {
    sliceBytes: options.slice ? options.slice * 1e6 : SLICE_BYTES,
    run: ({ folder, stage, tasks, finished }) => {
      let done = 0;
      const report = () => onProgress?.({ label: stage, done, total: tasks.length, unit: 'tasks' });
      report();
      return runArray(options, {
        name: jobName(stage, folder),
        command: [...program, 'stage', folder, stage],
        tasks,
        wholeNodes: true,
        memory,
        logs: join(folder, `log-${stage}`),
        finished,
        goOnBy: 'same command with --resume',
        onFinished: () => {
          done++;
          report();
        },
        signal,
        every: EVERY_MILLISECONDS,
        look: LOOK_MILLISECONDS,
      });
    },
  };
}
