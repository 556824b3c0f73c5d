import { existsSync, readFileSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fabricIdentity, ibsimNet, opensmDump } from '@weft/fabric';
import { createRandom, formatExact, type Network, type TableColumns, WeftError } from '@weft/model';
import { type Routing, routeNetwork, routingFromRoutes } from '@weft/network';
import { parseTraceNetwork } from '@weft/placing';
import { exportArchive } from '@weft/readers';
import { type Dataset, openDataset } from '@weft/store';
import { createScratch } from '@weft/threads';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { print } from '../print.ts';
import { printable } from '../printable.ts';
import { noRoutes } from '../route/next-link.ts';
import { cancelOnSignals } from '../stop-signals.ts';

interface Flags {
  readonly format: 'ibsim' | 'opensm' | 'otf2';
  readonly output?: string;
  readonly router?: string;
  readonly job?: number;
}

interface Exported {
  readonly network: Network;
  readonly lids: TableColumns<'lids'> | null;
  /** The dataset's own tables; null where it has none. */
  readonly routes: TableColumns<'routes'> | null;
}

export function addExport(program: Command): void {
  program
    .command('export')
    .description('Write a network or its forwarding tables for the tools of InfiniBand, or a trace as OTF2.')
    .argument('<dataset|network>', 'dataset folder, or a family with its numbers, e.g. fat-tree:ports=8')
    .addOption(
      new Option(
        '--format <name>',
        'ibsim: a net file; opensm: forwarding tables as in opensm-lfts.dump; otf2: an archive of the calls and messages',
      )
        .choices(['ibsim', 'opensm', 'otf2'])
        .makeOptionMandatory(),
    )
    .option('-o, --output <file>', 'file to write (default: standard output); for otf2 the folder to make')
    .option(
      '--router <name>',
      'tables of this router instead of those of the dataset, e.g. d-mod-k, up-down, sssp',
    )
    .option('--job <id>', 'job to write as otf2; the first when left out', parseJob)
    .addHelpText(
      'after',
      `
Networks without GUIDs and LIDs get some, the same in both formats, and ports that count from 1.

Examples:
  weft export fat-tree:ports=8 --format ibsim -o net && ibsim -s net
  weft export fat-tree:ports=8 --format opensm --router d-mod-k -o lfts.dump
  weft export site.weft --format opensm --router up-down -o lfts.dump
  weft export run.weft --format otf2 -o run-otf2 && otf2-print run-otf2/traces.otf2`,
    )
    .action(runExport);
}

async function runExport(what: string, flags: Flags): Promise<void> {
  if (flags.format === 'otf2') {
    await exportTrace(what, flags.output, flags.job);
    return;
  }
  const { network, lids, routes } = await load(what);
  const fabric = fabricIdentity(network, lids);
  const pieces =
    flags.format === 'ibsim'
      ? ibsimNet(fabric)
      : opensmDump(fabric, chooseRouting(network, routes, flags.router, what));
  await writePieces(pieces, flags.output);
}

async function exportTrace(what: string, output: string | undefined, job?: number): Promise<void> {
  if (output === undefined)
    throw new WeftError({ code: 'NO-OUTPUT', message: 'an archive is a folder', advice: 'Name it with -o.' });
  if (existsSync(output))
    throw new WeftError({ code: 'OUTPUT-EXISTS', message: 'this path exists', file: output });
  const dataset = await openDataset(what);
  try {
    const report = await cancelOnSignals('the export', (signal) => makeArchive(dataset, output, job, signal));
    await print(describeExport(report));
  } finally {
    await dataset.close();
  }
}

/** Written beside and renamed, so that there is never half of an archive. */
async function makeArchive(dataset: Dataset, output: string, job: number | undefined, signal: AbortSignal) {
  const scratch = await createScratch(dirname(resolve(output)), 'export');
  try {
    const report = await exportArchive(dataset, join(scratch.path, 'archive'), job ?? null, signal);
    renameSync(join(scratch.path, 'archive'), output);
    return { ...report, anchor: join(output, basename(report.anchor)) };
  } finally {
    await scratch.remove();
  }
}

function parseJob(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is not the id of a job.');
}

function describeExport(report: Awaited<ReturnType<typeof exportArchive>>): string {
  const { anchor, locations, events, messages, messagesLeftOut, timesMoved, otherJobs } = report;
  const { readings, readingsLeftOut } = report;
  const number = (value: number): string => formatExact(value, '');
  return [
    `${anchor}: ${number(events)} events of ${number(locations)} locations, ${number(messages)} messages${readings > 0 ? `, ${number(readings)} readings of counters` : ''}`,
    ...(messagesLeftOut > 0
      ? [
          `left out: ${number(messagesLeftOut)} messages without a time, sender or receiver, or counted together`,
        ]
      : []),
    ...(readingsLeftOut > 0
      ? [`left out: ${number(readingsLeftOut)} readings of counters over the whole run`]
      : []),
    ...(otherJobs.length > 0
      ? [
          `left out: ${number(otherJobs.length)} other jobs, each an archive of its own (--job ${otherJobs[0]})`,
        ]
      : []),
    ...(timesMoved > 0 ? [`moved: ${number(timesMoved)} times of calls that overlap`] : []),
  ].join('\n');
}

async function load(what: string): Promise<Exported> {
  if (!existsSync(what) || !existsSync(`${what}/manifest.json`)) {
    const { network } = parseTraceNetwork(what, (file) => readFileSync(file, 'utf8'));
    return { network, lids: null, routes: null };
  }
  const dataset = await openDataset(what);
  try {
    const network = await dataset.network();
    if (!network) throw noNetwork(what);
    const { columns: lids } = await dataset.readTable('lids');
    const routes = await dataset.readTable('routes');
    return {
      network,
      lids: lids.lid.length > 0 ? lids : null,
      routes: routes.rows > 0 ? routes.columns : null,
    };
  } finally {
    await dataset.close();
  }
}

function chooseRouting(
  network: Network,
  routes: TableColumns<'routes'> | null,
  router: string | undefined,
  path: string,
): Routing {
  if (router !== undefined)
    return routeNetwork(network, router, { random: createRandom(1), activeHosts: null });
  if (!routes) throw noRoutes(path);
  return routingFromRoutes(network, routes, 0);
}

async function writePieces(pieces: Iterable<string>, output: string | undefined): Promise<void> {
  if (output === undefined) {
    const shown = process.stdout.isTTY ? printable : (piece: string) => piece;
    for (const piece of pieces)
      if (!process.stdout.write(shown(piece)))
        await new Promise((done) => process.stdout.once('drain', done));
    return;
  }
  const file = await open(output, 'w');
  try {
    for (const piece of pieces) await file.write(piece);
  } finally {
    await file.close();
  }
}

function noNetwork(file: string): WeftError {
  return new WeftError({
    code: 'NO-NETWORK',
    message: 'this dataset has no network',
    file,
    advice: 'Import a fabric or simulate a scenario.',
  });
}
