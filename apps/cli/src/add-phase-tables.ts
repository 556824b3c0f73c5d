import { messagePhasesNeeds, openQueries, readMessagePhases } from '@weft/analysis';
import type { Manifest } from '@weft/model';
import { type Dataset, openDataset, replaceTables } from '@weft/store';

/** Finds the phases of each job's messages and adds them to a dataset, in the place of those it has. Gives all its tables. */
export async function addPhaseTables(path: string, count?: number): Promise<Manifest['tables']> {
  const dataset = await openDataset(path);
  try {
    const { tables } = await replaceTables(path, ['phases', 'message_phases'], async (sink) => {
      for (const job of await jobsWithMessages(dataset)) {
        const open = openQueries(messagePhasesNeeds(job), (query) => dataset.stream(query));
        const { phases, messages } = await readMessagePhases(open, job, count);
        await sink.write('phases', phases);
        await sink.write('message_phases', messages);
      }
    });
    return tables;
  } finally {
    await dataset.close();
  }
}

async function jobsWithMessages(dataset: Dataset): Promise<number[]> {
  const { columns } = await dataset.sql('SELECT DISTINCT job FROM messages ORDER BY job');
  return Array.from(columns.job as Int32Array);
}
