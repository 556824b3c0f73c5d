import type { WorkContext } from '@weft/model';
import type { Machine } from '../machine/machine.ts';
import { jobTime, rerun } from '../machine/rerun.ts';
import { keptMessages } from '../run/kept-rows.ts';
import type { Run } from '../run/read-run.ts';
import { fitSlowLinks, type ModelledRun } from './fit-slow-links.ts';

/** A machine that behaves as its run was recorded: with the slow links that any of its jobs tells of. A trace tells of none. */
export async function fittedMachine(
  run: Run,
  described: Machine,
  context: WorkContext = {},
): Promise<Machine> {
  if (run.situation === 'trace') return described;
  const { start, end } = run.jobs.columns;
  const first = await rerun(described, context);
  let machine = described;
  for (let job = 0; job < described.jobs.length; job++) {
    const observed = end[job] - start[job];
    if (end[job] < 0 || jobTime(first, job) === observed) continue;
    const runJob = async (trial: Machine): Promise<ModelledRun> => {
      const result = await rerun(trial, { ...context, until: job, messages: true });
      return { time: jobTime(result, job), messages: keptMessages(result.tables) };
    };
    const timeOf = async (trial: Machine) => jobTime(await rerun(trial, { ...context, until: job }), job);
    const question = { job, observed, messages: run.messages, run: runJob };
    machine = (await fitSlowLinks(machine, { time: await timeOf(machine) }, question)).machine;
  }
  return machine;
}
