import {
  type Change,
  fittedMachine,
  type Machine,
  machineOf,
  readRun,
  saySituation,
  type WhatIf,
  whatIf,
  writeChangedRun,
} from '@weft/cause';
import { formatQuantity, type WorkContext } from '@weft/model';
import { createDataset, openDataset } from '@weft/store';
import { type Command, Option } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { print } from '../print.ts';
import { cancelOnSignals } from '../stop-signals.ts';
import { type ChangeFlags, parseChanges } from '../whatif/parse-changes.ts';

interface Flags extends ChangeFlags {
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addWhatif(program: Command): void {
  program
    .command('whatif')
    .description(
      'Run a simulated dataset, or a trace put on a network, again with one or more things changed.',
    )
    .argument(
      '<dataset>',
      'dataset of `weft simulate` with messages, of the event model, or of `weft import --network`',
    )
    .addOption(several('--without <job>', 'take a job away'))
    .option('--routing <name>', 'tables by another router, or by the same made anew')
    .addOption(several('--placement <job=name|file>', 'put a job on other free hosts'))
    .addOption(
      several('--repair <link|all>', 'give links their speed, and missing cables (vertex:port) back'),
    )
    .addOption(several('--degrade <link=share>', 'leave a link a share of its speed'))
    .option('--ideal', 'a network that takes no time')
    .addOption(several('--balanced <job>', 'all ranks of a job compute equally long'))
    .addOption(several('--compute <job=factor>', 'compute times of a job, multiplied'))
    .option('-o, --output <dataset>', 'write the changed run as a dataset')
    .option('-f, --force', 'replace a dataset that is there already')
    .option('--json', 'print JSON for programs')
    .addHelpText(
      'after',
      `
Examples:
  weft whatif run.weft --without render
  weft whatif run.weft --routing sssp --json
  weft whatif run.weft --placement solver=contiguous -o moved.weft
  weft whatif run.weft --degrade 17=0.25 --compute solver=0.5`,
    )
    .action(async (path: string, flags: Flags) => {
      await cancelOnSignals('the run', (signal) => runWhatif(path, flags, { signal }));
    });
}

function several(flags: string, description: string): Option {
  const collect = (value: string, before: readonly string[]) => [...before, value];
  return new Option(flags, description).argParser(collect).default([], 'none');
}

async function runWhatif(path: string, flags: Flags, context: WorkContext): Promise<void> {
  const dataset = await openDataset(path);
  try {
    const run = await readRun(dataset, context.signal);
    const described = machineOf(run);
    const changes = parseChanges(flags, described);
    const machine = await fittedMachine(run, described, context);
    const found = await whatIf(machine, changes, context);
    if (flags.output)
      await writeChanged(machine, changes, dataset.manifest.name, flags.output, flags, context);
    const situation = saySituation(run.situation);
    await print(flags.json ? JSON.stringify({ situation, ...found }, null, 2) : toText(situation, found));
  } finally {
    await dataset.close();
  }
}

async function writeChanged(
  machine: Machine,
  changes: readonly Change[],
  of: string,
  output: string,
  { force = false }: Flags,
  context: WorkContext,
): Promise<void> {
  const writer = await createDataset(output, { overwrite: force });
  try {
    await writer.finish(await writeChangedRun(machine, changes, of, writer, context));
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

function toText(situation: string, { jobs, links, leftOut }: WhatIf): string {
  const jobRows = jobs.map(({ job, before, after, difference, noise }) => [
    job,
    formatQuantity(before, 'ns'),
    formatQuantity(after, 'ns'),
    signed(difference, before, 'ns'),
    formatQuantity(noise, 'ns'),
  ]);
  const linkRows = links.map(({ link, from, to, before, after, difference }) => [
    `${link} (${from} to ${to})`,
    formatQuantity(before, 'B'),
    formatQuantity(after, 'B'),
    signed(difference, before, 'B'),
  ]);
  return [
    situation,
    '',
    ...alignColumns([['job', 'before', 'after', 'difference', 'noise'], ...jobRows], [1, 2, 3, 4]),
    '',
    ...alignColumns([['fullest links', 'before', 'after', 'difference'], ...linkRows], [1, 2, 3]),
    '',
    leftOut,
  ].join('\n');
}

function signed(difference: number, before: number, unit: 'ns' | 'B'): string {
  const sign = difference < 0 ? '−' : '+';
  const share = before > 0 ? ` (${sign}${((100 * Math.abs(difference)) / before).toFixed(1)} %)` : '';
  return `${sign}${formatQuantity(Math.abs(difference), unit)}${share}`;
}
