import { stepTimes } from '@weft/analysis';
import type { WorkContext } from '@weft/model';
import type { Machine } from '../machine/machine.ts';
import { jobTime, type RunResult, rerun } from '../machine/rerun.ts';
import { keptMessages } from '../run/kept-rows.ts';
import type { ModelledRun } from '../slow-links/fit-slow-links.ts';

/** What is measured in each run: the time of a job, or of one of its phases. */
export interface Target {
  readonly job: number;
  readonly phase: number | null;
}

/** The time in question of a machine's run, in nanoseconds. */
export async function measure(
  machine: Machine,
  { job, phase }: Target,
  context: WorkContext = {},
  shift?: number,
): Promise<number> {
  const result = await rerun(machine, {
    ...context,
    until: job,
    messages: phase !== null,
    shift: shift === undefined ? undefined : { seed: shift, job },
  });
  return timeOf(machine, result, { job, phase });
}

/** A run whose messages and hops are kept. */
export async function instrumentedRun(
  machine: Machine,
  target: Target,
  hops: boolean,
  context: WorkContext = {},
): Promise<ModelledRun & { readonly result: RunResult }> {
  const result = await rerun(machine, { ...context, until: target.job, messages: true, hops });
  return { time: timeOf(machine, result, target), messages: keptMessages(result.tables), result };
}

function timeOf(machine: Machine, result: RunResult, { job, phase }: Target): number {
  if (phase === null) return jobTime(result, job);
  const { ranks, steps } = machine.jobs[job];
  const { complete } = stepTimes(keptMessages(result.tables), job, ranks, result.starts[job], steps);
  return phaseTime(complete, phase, result.starts[job]);
}

/** From the time all are through with the phase before to the time all are through with this one. */
export function phaseTime(complete: Float64Array, phase: number, start: number): number {
  const through = (last: number) => complete.subarray(0, last + 1).reduce((a, b) => Math.max(a, b), start);
  return through(phase) - through(phase - 1);
}
