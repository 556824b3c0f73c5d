import type { ManifestFacts, TableSink, WorkContext } from '@weft/model';
import { simulatePrepared } from '@weft/simulate';
import type { Change } from '../change.ts';
import { changedBy } from '../machine/change-machine.ts';
import type { Machine } from '../machine/machine.ts';

/** Runs a machine with changes; every table goes to the sink. What the manifest of the dataset says. */
export async function writeChangedRun(
  machine: Machine,
  changes: readonly Change[],
  of: string,
  sink: TableSink,
  context: WorkContext,
): Promise<ManifestFacts> {
  const { scenario, fabric, jobs } = changedBy(machine, changes);
  const faults = { missing: [], stuck: [] };
  const { facts } = await simulatePrepared({ scenario, fabric, jobs, faults }, sink, context);
  const provenance = [{ kind: 'whatif', facts: { of, changes } }];
  return { ...facts, title: `${scenario.title}, changed`, provenance };
}
