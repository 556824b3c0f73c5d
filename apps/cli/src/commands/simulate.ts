import { existsSync } from 'node:fs';
import {
  type Batch,
  type TableName,
  type TableSink,
  type Tables,
  WeftError,
  type WorkContext,
} from '@weft/model';
import {
  type LoadedScenario,
  listStudies,
  loadScenario,
  loadStudy,
  prepareScenario,
  scenarioJsonSchema,
  simulate,
} from '@weft/simulate';
import { createDataset } from '@weft/store';
import type { Command } from 'commander';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { describeSimulation, summarise } from '../simulation-summary.ts';
import { cancelOnSignals } from '../stop-signals.ts';

interface SimulateFlags {
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly schema?: boolean;
  readonly list?: boolean;
}

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .description('Simulate a network under load and write what it would have measured.')
    .argument('[scenario]', 'scenario file, or the name of a study')
    .option('-o, --output <dataset>', 'dataset folder to write, e.g. study.weft')
    .option('-f, --force', 'replace a dataset that is there already')
    .option('--dry-run', 'check the scenario, simulate nothing')
    .option('--json', 'print the result as JSON')
    .option('--schema', 'print the JSON Schema of scenario files')
    .option('--list', 'list the studies')
    .addHelpText(
      'after',
      `
Scenario files: docs/scenarios.md. The models: docs/simulator.md.

Examples:
  weft simulate --list
  weft simulate fat-tree-1296 -o tree.weft
  weft simulate my-scenario.json --dry-run
  weft simulate my-scenario.json -o my.weft --force --json`,
    )
    .action(async (name: string | undefined, flags: SimulateFlags, command: Command) => {
      if (flags.schema) return print(JSON.stringify(scenarioJsonSchema(), null, 2));
      if (flags.list) return print(flags.json ? JSON.stringify(listStudies(), null, 2) : studyList());
      if (name === undefined) command.error("error: missing required argument 'scenario'");
      const loaded = findScenario(name);
      if (flags.dryRun) return print(describeCheck(loaded, flags.json ?? false));
      if (flags.output === undefined)
        command.error("error: required option '-o, --output <dataset>' not given");
      await runSimulation(loaded, flags.output, flags);
    });
}

function studyList(): string {
  const studies = listStudies();
  const width = Math.max(...studies.map(({ id }) => id.length));
  return studies.map(({ id, title }) => `${id.padEnd(width)}  ${title}`).join('\n');
}

/** A file where there is one, else a study. */
function findScenario(name: string): LoadedScenario {
  if (existsSync(name) || name.endsWith('.json')) return loadScenario(name);
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

function describeCheck({ scenario, place }: LoadedScenario, json: boolean): string {
  const { fabric, jobs } = prepareScenario(scenario, place);
  const { vertexCount, linkCount, hosts } = fabric.network;
  const ranks = jobs.reduce((sum, job) => sum + job.ranks, 0);
  const facts = { vertices: vertexCount, links: linkCount, hosts: hosts.length, jobs: jobs.length, ranks };
  if (json) return JSON.stringify({ ok: true, title: scenario.title, ...facts });
  const counts = Object.entries(facts).map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`);
  return `${scenario.title}: the scenario is sound (${counts.join(', ')})`;
}

async function runSimulation(loaded: LoadedScenario, output: string, flags: SimulateFlags): Promise<void> {
  const progress = createProgressBar();
  try {
    const result = await cancelOnSignals('the simulation', (signal) =>
      simulateInto(output, loaded, flags.force ?? false, { signal, onProgress: progress.update }),
    );
    progress.end();
    await print(flags.json ? JSON.stringify(result) : describeSimulation(result));
  } finally {
    progress.end();
  }
}

async function simulateInto(
  output: string,
  { scenario, place }: LoadedScenario,
  overwrite: boolean,
  context: WorkContext,
): Promise<ReturnType<typeof summarise>> {
  const began = performance.now();
  const writer = await createDataset(output, { overwrite });
  const counted = countRows(writer);
  try {
    const { facts, totals, health } = await simulate(scenario, counted.sink, context, place);
    context.signal?.throwIfAborted();
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
