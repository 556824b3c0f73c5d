import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import {
  formatExact,
  formatQuantity,
  type Manifest,
  type TableSink,
  WeftError,
  type WorkContext,
} from '@weft/model';
import { CountingSink, type ImportReport, parseCalls } from '@weft/readers';
import { type Command, InvalidArgumentError } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { importAny } from '../import-any.ts';
import { addPlacingOptions, type PlacingFlags, parseCount, placeOn } from '../place/placing-flags.ts';
import { print } from '../print.ts';
import { createProgressBar, type ProgressBar } from '../progress-bar.ts';
import { cancelOnSignals } from '../stop-signals.ts';

const LEAST_MEMORY = 1e9;

interface ImportFlags extends PlacingFlags {
  readonly output?: string;
  readonly calls?: string;
  readonly keepGoing?: boolean;
  readonly memory: number;
  /** Where it was said, and is not the default. */
  readonly asksForMemory?: boolean;
  readonly threads: number;
  readonly dryRun?: boolean;
  readonly spans: boolean;
  readonly cpuTimes?: boolean;
  readonly overview: boolean;
  readonly phases?: boolean;
  readonly repairClocks?: boolean;
  readonly expandCollectives?: boolean;
  readonly bindings?: string;
  readonly network?: string;
  readonly timezone: string;
  readonly json?: boolean;
  readonly force?: boolean;
  readonly on?: string;
  readonly resume?: boolean;
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description(
      'Read traces and logs, or a fabric with its routes and jobs, into a dataset; formats are recognised by content.',
    )
    .argument('<path...>', 'files, folders, archives (tar, gz, zst) or quoted globs, in any mixture')
    .option('-o, --output <dataset>', 'dataset folder to make, e.g. run.weft')
    .option(
      '--calls <names>',
      'keep only these calls: names with or without MPI_, or p2p, collective; comma-separated',
    )
    .option('--keep-going', 'import the readable rest of damaged input and say what was lost')
    .option('--memory <bytes>', 'upper bound of memory, at least 1G, e.g. 4G', parseBytes, 2e9)
    .option('--threads <n>', 'worker threads', parseCount, availableParallelism())
    .option('--dry-run', 'read and count everything, write nothing')
    .option('--no-spans', 'leave out the time spent inside calls (the timeline needs it)')
    .option('--cpu-times', 'keep the processor times of calls, where the trace has them (DUMPI)')
    .option('--no-overview', 'leave out the sums that first pictures of a large trace are made of')
    .option('--phases', 'add the phases of messages as tables, as `weft phases` does')
    .option(
      '--repair-clocks',
      'shift and stretch the clocks of ranks so that messages arrive after they were sent',
    )
    .option('--expand-collectives', 'add the messages of collectives, by documented algorithms')
    .option(
      '--bindings <file>',
      'sockets and cores of ranks: a rankfile, or what mpirun --report-bindings printed',
    )
    .option(
      '--network <family|file>',
      'put the ranks on this network: e.g. fat-tree:ports=8, kary-ntree:arity=4,layers=3, or a file',
    );
  addPlacingOptions(command)
    .option('--timezone <zone>', 'zone of times of jobs that say none, e.g. Europe/Paris', parseZone, 'UTC')
    .option('--force', 'replace a dataset of the same name')
    .option('--on <where>', 'run the long stages on slurm, or slurm:partition=p,account=a,time=30,nodes=8')
    .option('--resume', 'go on with an import on slurm that did not end')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
Examples:
  weft import traces/run1 -o run1.weft
  weft import dumpi-2024.05.01.12.00.00.meta -o run.weft --calls p2p
  weft import 'logs/*.xml.gz' -o logs.weft --keep-going
  weft import traces/run1 -o run1.weft --network kary-ntree:arity=4,layers=3
  weft import ibnetdiscover.txt opensm.fdbs sacct.txt -o site.weft --timezone Europe/Paris
  weft import /shared/traces/run2 -o /shared/run2.weft --on slurm:partition=batch,time=30`,
    )
    .action(runImport);
}

async function runImport(paths: string[], given: ImportFlags, command: Command): Promise<void> {
  const flags = { ...given, asksForMemory: command.getOptionValueSource('memory') === 'cli' };
  if (!flags.output && !flags.dryRun) {
    throw new WeftError({
      code: 'NO-OUTPUT',
      message: 'no dataset is named',
      advice: 'Add -o <name>.weft, or --dry-run to only read and count.',
    });
  }
  const started = performance.now();
  const progress = createProgressBar();
  try {
    const read = await cancelOnSignals('the import', (signal) =>
      importInto(paths, flags, signal, progress.update),
    );
    const imported = flags.phases && !flags.dryRun ? await withPhases(read, flags.output as string) : read;
    progress.end();
    const seconds = (performance.now() - started) / 1000;
    await print(flags.json ? toJson(imported, flags, seconds) : toText(imported, flags, seconds));
  } finally {
    progress.end();
  }
}

interface Imported {
  readonly report: ImportReport;
  readonly rows: Readonly<Record<string, number>>;
  /** Bytes of the dataset on disk; 0 after a dry run. */
  readonly datasetBytes: number;
}

async function importInto(
  paths: string[],
  flags: ImportFlags,
  signal: AbortSignal,
  onProgress: ProgressBar['update'],
): Promise<Imported> {
  const options = {
    signal,
    onProgress,
    keepGoing: flags.keepGoing ?? false,
    memory: flags.memory,
    threads: flags.threads,
    spans: flags.spans,
    cpuTimes: flags.cpuTimes ?? false,
    overview: flags.overview,
    dryRun: flags.dryRun ?? false,
    calls: flags.calls === undefined ? null : parseCalls(flags.calls),
    repairClocks: flags.repairClocks ?? false,
    expandCollectives: flags.expandCollectives ?? false,
    timeZone: flags.timezone,
    onNetwork: flags.network !== undefined,
    scratch: flags.output === undefined ? undefined : dirname(resolve(flags.output)),
    elsewhere: await stagesOf(flags, { signal, onProgress }),
  };
  const places = options.elsewhere ? paths.map((path) => resolve(path)) : paths;
  const read = (sink: TableSink): Promise<ImportReport> => importAny(places, sink, options);
  if (flags.dryRun) {
    const sink = new CountingSink();
    return { report: await read(sink), rows: sink.rows, datasetBytes: 0 };
  }
  const placing = await placingOf(flags);
  const { createDataset } = await import('@weft/store');
  const shared = options.elsewhere && (flags.resume ? 'resume' : 'new');
  const writer = await createDataset(flags.output as string, { overwrite: flags.force ?? false, shared });
  try {
    const report = await (placing ? placing.importInto(writer, read) : read(writer));
    signal.throwIfAborted();
    const { tables, diagnostics } = await writer.finish(report.facts);
    const told = { ...report, facts: { ...report.facts, diagnostics } };
    return {
      report: told,
      rows: rowCounts(tables),
      datasetBytes: sizeOnDisk(flags.output as string, tables),
    };
  } catch (error) {
    await writer.abort({ keep: shared !== undefined && !signal.aborted });
    throw error;
  }
}

async function withPhases(imported: Imported, dataset: string): Promise<Imported> {
  const { addPhaseTables } = await import('../add-phase-tables.ts');
  const tables = await addPhaseTables(dataset);
  return { ...imported, rows: rowCounts(tables), datasetBytes: sizeOnDisk(dataset, tables) };
}

/** Where --on asks for it, the stages of traces run on Slurm; not those that need all ranks at once. */
async function stagesOf(flags: ImportFlags, context: WorkContext & { readonly signal: AbortSignal }) {
  if (flags.on === undefined && !flags.resume) return undefined;
  const { repairClocks, expandCollectives, bindings, network, calls, dryRun, on } = flags;
  const alone = {
    '--repair-clocks': repairClocks,
    '--expand-collectives': expandCollectives,
    '--bindings': bindings,
    '--network': network,
    '--calls': calls,
    '--dry-run': dryRun,
  };
  const clash = Object.entries(alone).find(([, value]) => value !== undefined)?.[0];
  if (clash || on === undefined) {
    throw new WeftError({
      code: 'BAD-OPTION',
      message: clash
        ? `${clash} does not go with --on: it needs all ranks in one process`
        : '--resume goes with --on',
      advice: clash ? 'Leave out one of them.' : 'Name where the import ran, e.g. --on slurm --resume.',
    });
  }
  const { parseSlurmOptions } = await import('../slurm/slurm-options.ts');
  const { slurmStages } = await import('../slurm/slurm-stages.ts');
  const memory = flags.asksForMemory ? flags.memory : undefined;
  return slurmStages(parseSlurmOptions(on), [process.execPath, process.argv[1]], { ...context, memory });
}

/** Loads the code of placing only where a network or bindings are named. */
async function placingOf(flags: ImportFlags) {
  const { network, bindings } = flags;
  if (bindings === undefined) return network === undefined ? null : placeOn(network, flags);
  if (network !== undefined) {
    throw new WeftError({
      code: 'BAD-OPTION',
      message: '--bindings does not go with --network: its hosts are assumed',
      advice: 'Leave out one of them.',
    });
  }
  const { prepareBindings } = await import('@weft/placing');
  return prepareBindings(readBindings(bindings), bindings);
}

function readBindings(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new WeftError({
      code: 'FILE-NOT-FOUND',
      message: 'the bindings cannot be read',
      file,
      advice: 'Check the path.',
    });
  }
}

function sizeOnDisk(dataset: string, tables: Manifest['tables']): number {
  const parts = Object.values(tables).flatMap((table) => table?.parts ?? []);
  const { size } = statSync(join(dataset, 'manifest.json'));
  return parts.reduce((sum, { bytes }) => sum + bytes, size);
}

function rowCounts(tables: Manifest['tables']): Record<string, number> {
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table?.rows ?? 0]));
}

function parseBytes(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kMGT]?)i?B?$/i.exec(text.trim());
  const factor = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }[match?.[2].toLowerCase() ?? ''] ?? 1;
  const bytes = match ? Number(match[1]) * factor : 0;
  if (bytes < LEAST_MEMORY) throw new InvalidArgumentError('Give at least 1G, e.g. 1.5G or 4G.');
  return bytes;
}

function parseZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('Give UTC or a name such as America/New_York.');
  }
}

function toJson({ report, rows, datasetBytes }: Imported, flags: ImportFlags, seconds: number): string {
  const { sets, ignored, bytes, facts } = report;
  const dataset = flags.dryRun ? null : resolve(flags.output as string);
  const formats = sets.map(({ format, counts }) => ({ format, counts }));
  const { diagnostics, timeRange, origin, provenance } = facts;
  return JSON.stringify(
    {
      dataset,
      bytes,
      datasetBytes,
      seconds,
      formats,
      rows,
      timeRange,
      origin,
      diagnostics,
      provenance,
      ignored,
    },
    null,
    2,
  );
}

function toText({ report, rows, datasetBytes }: Imported, flags: ImportFlags, seconds: number): string {
  const { sets, bytes, facts } = report;
  const rate = `read ${formatQuantity(bytes, 'B')} in ${seconds.toFixed(1)} s, ${formatQuantity(bytes / seconds, 'B/s')}`;
  const written = `wrote ${basename(flags.output ?? '')} (${formatQuantity(datasetBytes, 'B')})`;
  const where = flags.dryRun ? 'nothing written' : written;
  const found = sets.flatMap(({ format, counts }) =>
    Object.entries(counts).map(([name, count], at) => [
      at === 0 ? `  ${format}` : '',
      name,
      formatExact(count, ''),
    ]),
  );
  const tables = Object.entries(rows).map(([name, count]) => [`  ${name}`, formatExact(count, '')]);
  const diagnostics = (facts.diagnostics ?? []).map(({ code, count, text }) => [
    `  ${code}`,
    formatExact(count, ''),
    text,
  ]);
  return [
    `${facts.title}: ${where}, ${rate}`,
    '',
    'Found',
    ...alignColumns(found, [2]),
    ...(tables.length > 0 ? ['', 'Rows', ...alignColumns(tables, [1])] : []),
    ...(diagnostics.length > 0 ? ['', 'Diagnostics', ...alignColumns(diagnostics, [1])] : []),
  ]
    .map((line) => line.trimEnd())
    .join('\n');
}
