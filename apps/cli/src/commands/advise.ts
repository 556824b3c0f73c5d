import { writeFileSync } from 'node:fs';
import {
  type Advice,
  adviseJob,
  type Machine,
  machineOf,
  placedJobs,
  readRun,
  sayAdvice,
  saySituation,
} from '@weft/cause';
import { formatQuantity, WeftError } from '@weft/model';
import { vertexName } from '@weft/network';
import { type Dataset, openDataset } from '@weft/store';
import { type Command, InvalidArgumentError } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { print, printNote } from '../print.ts';
import { cancelOnSignals } from '../stop-signals.ts';

interface Flags {
  readonly job: string;
  readonly output?: string;
  readonly names?: string;
  readonly scenario?: string;
  readonly thorough?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  weft advise run.weft --job solver                            the best of the placements that were tried
  weft advise run.weft --job solver -o hosts.txt               its hosts by id, one line a node
  weft advise run.weft --job solver --names hostfile           the same by name, for the scheduler
  weft advise run.weft --job solver --scenario moved.json      a scenario with every job in its place
  weft whatif run.weft --placement solver=hosts.txt            the same saving again`;

export function addAdvise(program: Command): void {
  program
    .command('advise')
    .description(
      'Find hosts and an order of ranks with which a job is faster, and prove it by running it there.',
    )
    .argument(
      '<dataset>',
      'dataset of `weft simulate` with messages, of the event model, or of `weft import --network`',
    )
    .requiredOption('--job <name>', 'the job')
    .option('-o, --output <file>', 'write the hosts by vertex id, one line a node')
    .option('--names <file>', 'write the hosts by name, one line a node')
    .option(
      '--scenario <file>',
      'write the scenario with the job on these hosts, and all others where they are',
    )
    .option('--thorough', 'also search orders of ranks that no placement has')
    .option('--limit <seconds>', 'try no further placement after this time', seconds, 120)
    .option('--json', 'print JSON for programs')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: Flags) => {
      await cancelOnSignals('the search', (signal) => runAdvise(path, flags, signal));
    });
}

async function runAdvise(path: string, flags: Flags, signal: AbortSignal): Promise<void> {
  const dataset = await openDataset(path);
  try {
    const run = await readRun(dataset, signal);
    const machine = machineOf(run);
    const situation = saySituation(run.situation);
    const { limit, thorough } = flags;
    const advice = await adviseJob(machine, flags.job, { limit, thorough, signal });
    writeFiles(advice, machine, dataset, flags);
    await print(
      flags.json
        ? JSON.stringify({ situation, ...advice, text: sayAdvice(advice) })
        : toText(situation, advice),
    );
  } finally {
    await dataset.close();
  }
}

function writeFiles(advice: Advice, machine: Machine, dataset: Dataset, flags: Flags): void {
  const { output, names, scenario } = flags;
  if (advice.verdict === 'leave') {
    if (output || names || scenario) printNote('no file is written: the job is best left where it is');
    return;
  }
  const { network } = machine.fabric;
  if (output) writeFileSync(output, `${advice.hosts.join('\n')}\n`);
  if (names) writeFileSync(names, `${advice.hosts.map((host) => vertexName(network, host)).join('\n')}\n`);
  if (scenario)
    writeFileSync(scenario, `${JSON.stringify(movedScenario(advice, machine, dataset), null, 2)}\n`);
}

function movedScenario({ job, hosts }: Advice, machine: Machine, { manifest, path }: Dataset): unknown {
  const kept = manifest.provenance.find(({ kind }) => kind === 'simulation')?.facts.scenario;
  if (typeof kept !== 'object' || kept === null || !('jobs' in kept) || !Array.isArray(kept.jobs)) {
    throw new WeftError({ code: 'NO-SCENARIO', message: 'the dataset has no scenario', file: path });
  }
  const placements = placedJobs(machine, job, hosts);
  return { ...kept, jobs: kept.jobs.map((own: object, j) => ({ ...own, placement: placements[j] })) };
}

function toText(situation: string, advice: Advice): string {
  const [first, ...rest] = sayAdvice(advice);
  const rows = advice.tests.map(({ change, before, after, saving }) => [
    change,
    formatQuantity(before, 'ns'),
    formatQuantity(after, 'ns'),
    `${saving > 0 ? '−' : '+'}${Math.abs(100 * saving).toFixed(1)} %`,
  ]);
  return [
    first,
    situation,
    ...rest,
    '',
    ...alignColumns([['placement', 'before', 'after', 'change'], ...rows], [1, 2, 3]),
    ...(advice.untested.length > 0 ? ['', 'Untested:', ...advice.untested.map((what) => `  ${what}`)] : []),
  ].join('\n');
}

function seconds(text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('It must be a number of seconds.');
}
