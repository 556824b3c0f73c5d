import { messagePhasesNeeds, openQueries, readMessagePhases } from '@weft/analysis';
import type { Manifest, TableSink } from '@weft/model';
import { type Dataset, openDataset, replaceTables } from '@weft/store';
import { cancelOnSignals } from './stop-signals.ts';

/** Finds the phases of each job's messages and adds them to a dataset, in the place of those it has. Gives all its tables. */
export function addPhaseTables(path: string, count?: number): Promise<Manifest['tables']> {
  const add = (signal: AbortSignal) => findPhases(path, count, signal);
  return cancelOnSignals('the search for phases', add, 'the dataset is as it was');
}

async function findPhases(
  path: string,
  count: number | undefined,
  signal: AbortSignal,
): Promise<Manifest['tables']> {
  const dataset = await openDataset(path);
  try {
    const write = async (sink: TableSink): Promise<void> => {
      for (const job of await jobsWithMessages(dataset)) {
        const open = openQueries(messagePhasesNeeds(job), (query) => dataset.stream(query, signal));
        const { phases, messages } = await readMessagePhases(open, job, count);
        signal.throwIfAborted();
        await sink.write('phases', phases);
        await sink.write('message_phases', messages);
      }
    };
    return (await replaceTables(path, ['phases', 'message_phases'], write, signal)).tables;
  } finally {
    await dataset.close();
  }
}

async function jobsWithMessages(dataset: Dataset): Promise<number[]> {
  const { columns } = await dataset.sql('SELECT DISTINCT job FROM messages ORDER BY job');
  return Array.from(columns.job as Int32Array);
}
