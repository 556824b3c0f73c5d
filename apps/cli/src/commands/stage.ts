import { availableParallelism } from 'node:os';
import { runStageTask, type StageName } from '@weft/readers';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { cancelOnSignals } from '../stop-signals.ts';

/** One task of an import on several machines; started by `weft import --on`, not by people. */
export function addStage(program: Command): void {
  program
    .command('stage', { hidden: true })
    .description('Do one task of an import that runs on several machines.')
    .argument('<folder>', 'folder of the stages')
    .addArgument(new Argument('<stage>', 'which stage').choices(['decode', 'match']))
    .argument('<task>', 'number of the task', parseTask)
    .action(async (folder: string, stage: StageName, task: number) => {
      await cancelOnSignals('the task', (signal) =>
        runStageTask({ folder, stage, task, threads: coresOfTask(), signal }),
      );
    });
}

/** Slurm may give a task fewer cores than the node has, and need not keep it to them. */
function coresOfTask(): number {
  const { SLURM_CPUS_PER_TASK: asked, SLURM_CPUS_ON_NODE: given } = process.env;
  return Math.min(Number(asked) || Number(given) || Number.POSITIVE_INFINITY, availableParallelism());
}

function parseTask(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0.');
}
