import { formatQuantity } from '@weft/model';
import { describeValues, type SweepRun } from '@weft/simulate';
import { alignColumns } from '../align-columns.ts';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { parseSlurmOptions } from '../slurm/slurm-options.ts';
import { cancelOnSignals } from '../stop-signals.ts';
import { runHere } from './run-here.ts';
import { runOnSlurm } from './run-on-slurm.ts';
import { runSweep } from './run-sweep.ts';
import { simulateOne } from './simulate-one.ts';
import type { SweepIndex } from './sweep-folder.ts';

interface SweepFlags {
  readonly on?: string;
  readonly json?: boolean;
}

/** Makes the datasets that the sweep lacks, and prints all of them. */
export async function sweepInto(
  file: string,
  folder: string,
  runs: readonly SweepRun[],
  { on, json }: SweepFlags,
): Promise<void> {
  const program = [process.execPath, process.argv[1]];
  const runTasks = on === undefined ? runHere : runOnSlurm(parseSlurmOptions(on), program);
  const progress = createProgressBar();
  try {
    const index = await cancelOnSignals(
      'the sweep',
      (signal) => runSweep(file, folder, runs, runTasks, { signal, onProgress: progress.update }),
      'runs that had ended are kept',
    );
    progress.end();
    await print(json ? JSON.stringify(index) : describeIndex(folder, index));
  } finally {
    progress.end();
  }
}

export async function simulateOnly(file: string, folder: string, index: number): Promise<void> {
  await cancelOnSignals('the run', (signal) => simulateOne(file, folder, index, { signal }));
}

/** The runs that a sweep has, one line each. */
export function describeSweep(runs: readonly SweepRun[], json: boolean): string {
  if (json) return JSON.stringify({ ok: true, runs: runs.map(({ name, values }) => ({ name, values })) });
  const lines = runs.map(({ values }, index) => `${index}: ${describeValues(values)}`);
  return [`the sweep is sound (${runs.length} runs)`, ...lines].join('\n');
}

function describeIndex(folder: string, { runs }: SweepIndex): string {
  const rows = runs.map(({ dataset, values, end, bytesSent }) => [
    dataset,
    describeValues(values),
    end === null ? '' : `ends after ${formatQuantity(end, 'ns')}`,
    bytesSent === null ? '' : `${formatQuantity(bytesSent, 'B')} sent`,
  ]);
  return [...alignColumns(rows), `weft serve ${folder} opens them.`].join('\n');
}
