import type { Batch, TableName, TableSink, Tables, WorkContext } from '@weft/model';
import { loadFaults, simulate } from '@weft/simulate';
import { createDataset } from '@weft/store';
import type { SimulateTask } from './simulate-thread.ts';
import { type SimulationSummary, summarise } from './simulation-summary.ts';

interface SimulateWork extends WorkContext {
  /** Told before the dataset is put in place. */
  readonly onCommit?: () => Promise<void> | void;
}

/** Simulates a scenario, on a machine with the faults of a file where one is given, into a dataset that is there only when it is whole. */
export async function simulateInto(
  { output, loaded: { scenario, place }, overwrite, faultsFile }: SimulateTask,
  context: SimulateWork,
): Promise<SimulationSummary> {
  const began = performance.now();
  const faults = faultsFile === undefined ? null : { faults: loadFaults(faultsFile), file: faultsFile };
  const writer = await createDataset(output, { overwrite });
  const counted = countRows(writer);
  try {
    const { facts, totals, health } = await simulate(scenario, counted.sink, context, place, faults);
    context.signal?.throwIfAborted();
    await context.onCommit?.();
    await writer.finish(facts);
    const seconds = (performance.now() - began) / 1000;
    return summarise(output, scenario.title, seconds, { totals, health }, counted.rows);
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

function countRows(inner: TableSink): { sink: TableSink; rows: Partial<Record<TableName, number>> } {
  const rows: Partial<Record<TableName, number>> = {};
  const sink: TableSink = {
    write<N extends TableName>(table: N, batch: Batch<Tables[N]>): Promise<void> {
      rows[table] = (rows[table] ?? 0) + batch.rows;
      return inner.write(table, batch);
    },
  };
  return { sink, rows };
}
