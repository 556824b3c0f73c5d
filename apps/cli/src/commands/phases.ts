import { messagePhasesNeeds, openQueries, readMessagePhases } from '@weft/analysis';
import { type Dataset, openDataset, replaceTables } from '@weft/store';
import { type Command, InvalidArgumentError } from 'commander';

interface PhasesFlags {
  readonly phases?: number;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  weft phases run.weft
  weft sql run.weft "select phase, sum(bytes) from phase_traffic group by phase order by phase"`;

export function addPhases(program: Command): void {
  program
    .command('phases')
    .description('Add the phases of messages, as CommGram finds them, to a dataset as tables.')
    .argument('<dataset>', 'dataset folder, e.g. run.weft')
    .option(
      '--phases <n>',
      'number of phases of each job; left out, as many as the gaps show',
      positiveInteger,
    )
    .option('--json', 'print how many as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, { phases, json }: PhasesFlags) => {
      const found = await addPhaseTables(path, phases);
      console.log(
        json
          ? JSON.stringify(found)
          : `${path}: ${found.phases} phases of ${found.messages} messages, in the tables phases and message_phases`,
      );
    });
}

async function addPhaseTables(path: string, count?: number): Promise<{ phases: number; messages: number }> {
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
    return { phases: tables.phases?.rows ?? 0, messages: tables.message_phases?.rows ?? 0 };
  } finally {
    await dataset.close();
  }
}

async function jobsWithMessages(dataset: Dataset): Promise<number[]> {
  const { columns } = await dataset.sql('SELECT DISTINCT job FROM messages ORDER BY job');
  return Array.from(columns.job as Int32Array);
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a positive whole number.');
}
