import { type Command, InvalidArgumentError } from 'commander';
import { addPhaseTables } from '../add-phase-tables.ts';

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
      const tables = await addPhaseTables(path, phases);
      const found = { phases: tables.phases?.rows ?? 0, messages: tables.message_phases?.rows ?? 0 };
      console.log(
        json
          ? JSON.stringify(found)
          : `${path}: ${found.phases} phases of ${found.messages} messages, in the tables phases and message_phases`,
      );
    });
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a positive whole number.');
}
