import { mkdir } from 'node:fs/promises';
import { WeftError, type WorkContext } from '@weft/model';
import { loadSweep, type SweepRun } from '@weft/simulate';
import { simulateInto } from '../simulate/simulate-into.ts';
import { datasetOf, readSweepIndex } from './sweep-folder.ts';

/** Simulates the run of that number (from 0) into the folder of the sweep, unless it is there already. */
export async function simulateOne(
  file: string,
  folder: string,
  index: number,
  context: WorkContext,
): Promise<void> {
  const run = runOf(file, index);
  const { runs } = await readSweepIndex(folder, file, [run]);
  if (runs[0].finished) return;
  await mkdir(folder, { recursive: true });
  await simulateInto({ output: datasetOf(folder, run), loaded: run, overwrite: true }, context);
}

function runOf(file: string, index: number): SweepRun {
  const runs = loadSweep(file);
  if (runs === null) {
    throw new WeftError({
      code: 'BAD-SWEEP',
      message: 'the scenario has no "vary": there is nothing to choose from',
      file,
      advice: 'Leave out --only, or see "Sweeps" in docs/scenarios.md.',
    });
  }
  if (index < runs.length) return runs[index];
  throw new WeftError({
    code: 'BAD-SWEEP',
    message: `there is no run ${index}; the sweep has runs 0 to ${runs.length - 1}`,
    file,
    advice: 'weft simulate <sweep> --dry-run lists them.',
  });
}
