import { existsSync } from 'node:fs';
import { WeftError } from '@weft/model';
import {
  type LoadedScenario,
  listStudies,
  loadFaults,
  loadScenario,
  loadStudy,
  loadSweep,
  prepareScenario,
  scenarioJsonSchema,
} from '@weft/simulate';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { simulateInThread } from '../simulate/simulate-in-thread.ts';
import { describeSimulation } from '../simulate/simulation-summary.ts';
import { cancelOnSignals } from '../stop-signals.ts';
import { describeSweep, simulateOnly, sweepInto } from '../sweep/sweep-command.ts';

interface SimulateFlags {
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly schema?: boolean;
  readonly list?: boolean;
  readonly on?: string;
  readonly only?: number;
  readonly faults?: string;
  readonly phases?: boolean;
}

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .description('Simulate a network under load and write what it would have measured.')
    .argument('[scenario]', 'scenario file, or the name of a study')
    .option('-o, --output <dataset>', 'dataset folder to write, e.g. study.weft')
    .option('-f, --force', 'replace a dataset that is there already')
    .option('--faults <file>', 'slow links, missing cables, slow ranks and stuck switches, as JSON')
    .option('--phases', 'add the phases of messages as tables, as `weft phases` does; not for sweeps')
    .option('--dry-run', 'check the scenario, simulate nothing')
    .option('--json', 'print the result as JSON')
    .option('--schema', 'print the JSON Schema of scenario files')
    .option('--list', 'list the studies')
    .option('--on <where>', 'run a sweep elsewhere: slurm, or slurm:partition=p,account=a,time=30,nodes=8')
    .addOption(
      new Option('--only <run>', 'make only this run of a sweep, counted from 0').argParser(parseRunNumber),
    )
    .addHelpText(
      'after',
      `
Scenario files and sweeps: docs/scenarios.md. The models: docs/simulator.md.

Examples:
  weft simulate --list
  weft simulate fat-tree-1296 -o tree.weft
  weft simulate my-scenario.json --dry-run
  weft simulate my-scenario.json -o my.weft --force --json
  weft simulate my-scenario.json --faults sick.json -o sick.weft
  weft simulate my-sweep.json -o sweep/            one dataset for every combination of its values
  weft simulate my-sweep.json -o sweep/ --on slurm:partition=batch,time=30`,
    )
    .action(async (name: string | undefined, flags: SimulateFlags, command: Command) => {
      if (flags.schema) return print(JSON.stringify(scenarioJsonSchema(), null, 2));
      if (flags.list) return print(flags.json ? JSON.stringify(listStudies(), null, 2) : studyList());
      if (name === undefined) command.error("error: missing required argument 'scenario'");
      const runs = isFile(name) ? loadSweep(name) : null;
      if (flags.dryRun && runs) return print(describeSweep(runs, flags.json ?? false));
      if (flags.dryRun) return print(describeCheck(findScenario(name), flags));
      if (flags.output === undefined)
        command.error("error: required option '-o, --output <dataset>' not given");
      if (flags.only !== undefined) return simulateOnly(name, flags.output, flags.only);
      if (runs && flags.phases) command.error('error: --phases is for one scenario, not for sweeps');
      if (runs && flags.faults) command.error('error: --faults is for one scenario, not for sweeps');
      if (runs) return sweepInto(name, flags.output, runs, flags);
      if (flags.on !== undefined) command.error('error: --on is for sweeps: scenarios with "vary"');
      await runSimulation(findScenario(name), flags.output, flags);
    });
}

function parseRunNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0.');
}

function studyList(): string {
  const studies = listStudies();
  const width = Math.max(...studies.map(({ id }) => id.length));
  return studies.map(({ id, title }) => `${id.padEnd(width)}  ${title}`).join('\n');
}

/** Else it is the name of a study. */
function isFile(name: string): boolean {
  return existsSync(name) || name.endsWith('.json');
}

function findScenario(name: string): LoadedScenario {
  if (isFile(name)) return loadScenario(name);
  try {
    return loadStudy(name);
  } catch (error) {
    if (!(error instanceof WeftError) || error.code !== 'UNKNOWN-STUDY') throw error;
    throw new WeftError({
      ...error,
      message: `${name} is neither a file nor a study`,
      code: 'SCENARIO-NOT-FOUND',
    });
  }
}

function describeCheck({ scenario, place }: LoadedScenario, { json, faults }: SimulateFlags): string {
  const { fabric, jobs } = prepareScenario(scenario, place, faults ? loadFaults(faults) : undefined);
  const { vertexCount, linkCount, hosts } = fabric.network;
  const ranks = jobs.reduce((sum, job) => sum + job.ranks, 0);
  const facts = { vertices: vertexCount, links: linkCount, hosts: hosts.length, jobs: jobs.length, ranks };
  if (json) return JSON.stringify({ ok: true, title: scenario.title, ...facts });
  const counts = Object.entries(facts).map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`);
  return `${scenario.title}: the scenario is sound (${counts.join(', ')})`;
}

async function rowsWithPhases(dataset: string): Promise<Record<string, number>> {
  const { addPhaseTables } = await import('../add-phase-tables.ts');
  const tables = Object.entries(await addPhaseTables(dataset));
  return Object.fromEntries(tables.map(([table, written]) => [table, written?.rows ?? 0]));
}

async function runSimulation(loaded: LoadedScenario, output: string, flags: SimulateFlags): Promise<void> {
  const progress = createProgressBar();
  try {
    const result = await cancelOnSignals('the simulation', (signal) =>
      simulateInThread(
        { output, loaded, overwrite: flags.force ?? false, faultsFile: flags.faults },
        { signal, onProgress: progress.update },
      ),
    );
    progress.end();
    const told = flags.phases ? { ...result, rows: await rowsWithPhases(output) } : result;
    await print(flags.json ? JSON.stringify(told) : describeSimulation(told));
  } finally {
    progress.end();
  }
}
