import { MemorySink } from '@weft/model';
import { type Faults, NO_VISIBLE_FAULTS, type Scenario, simulate } from '@weft/simulate';
import { keptMessages } from './kept-rows.ts';
import type { RecordedRun } from './recorded-run.ts';

/** Simulates a scenario, on a sick machine where faults are given, and keeps of it what a dataset would tell. */
export async function simulatedRun(scenario: Scenario, faults?: Faults): Promise<RecordedRun> {
  const sink = new MemorySink();
  const quiet = { ...scenario, output: { messages: true, loads: false, hops: false, routes: false } };
  await simulate(quiet, sink, {}, {}, faults ? { faults } : null);
  const { missing, stuck } = faults ?? NO_VISIBLE_FAULTS;
  return {
    situation: 'simulated',
    scenario,
    faults: { missing, stuck },
    jobs: sink.batches('jobs')[0],
    messages: keptMessages(sink),
  };
}
