import { findMeasure, type MeasureChoice, type MeasureName, measures, standardChoice } from '@weft/analysis';
import type { HiveMode } from '@weft/layout';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { cutsOf, describeSamples, type HiveColour, hiveJson, hivePicture } from '../hive/hive-picture.ts';
import { type HiveRun, readHiveRuns } from '../hive/read-hive-runs.ts';
import { checkPictureFile, writePicture } from '../hive/write-picture.ts';
import { print, printNote } from '../print.ts';

interface HiveFlags {
  readonly measures: readonly MeasureName[];
  readonly job?: number;
  readonly calls?: string;
  readonly collectives?: boolean;
  readonly directed?: boolean;
  readonly lengths: MeasureChoice['lengths'];
  readonly mode: HiveMode;
  readonly scale: 'auto' | 'linear';
  readonly axes: 'alike' | 'true';
  readonly colour: HiveColour;
  readonly json?: boolean;
  readonly output?: string;
}

/** Those the paper found to tell codes apart best. */
const PAPER: readonly MeasureName[] = ['degree', 'betweenness', 'transitivity', 'pagerank'];

export function addHive(program: Command): void {
  program
    .command('hive')
    .description('Measure the ranks of runs as graphs, and draw them as a hive panel.')
    .argument('<datasets...>', 'dataset folders, e.g. a.weft b.weft')
    .option('--measures <names>', 'rows of the panel', measureNames, PAPER)
    .option('--job <id>', 'the job; the first when left out', wholeNumber)
    .option('--calls <names>', 'only these calls, e.g. MPI_Send,MPI_Isend; else all but broadcasts')
    .option('--collectives', 'add collective calls as messages between their members')
    .option('--directed', 'betweenness along the direction of messages')
    .addOption(
      new Option('--lengths <what>', 'paths are shorter where more flows')
        .choices(['equal', 'bytes', 'messages'])
        .default('equal'),
    )
    .addOption(
      new Option('--mode <how>', 'ranks along an axis')
        .choices(['even', 'linear', 'repelled'])
        .default('repelled'),
    )
    .addOption(new Option('--scale <scale>', 'of the axes').choices(['auto', 'linear']).default('auto'))
    .addOption(
      new Option('--axes <lengths>', 'lengths of the axes').choices(['alike', 'true']).default('alike'),
    )
    .addOption(
      new Option('--colour <what>', 'what edges are coloured by')
        .choices(['none', 'bytes', 'calls'])
        .default('none'),
    )
    .option('--json', 'print JSON for programs')
    .option('-o, --output <file>', 'draw the panel into an SVG or PNG file')
    .addHelpText(
      'after',
      `
Measures: ${measures.map(({ name }) => name).join(', ')}.

Examples:
  weft hive cactus.weft milc.weft -o panel.svg
  weft hive cactus.weft milc.weft --colour calls -o panel.png
  weft hive run.weft --json | jq '.runs[0].measures.betweenness'`,
    )
    .action(async (paths: readonly string[], flags: HiveFlags) => {
      if (flags.output) checkPictureFile(flags.output);
      const calls = flags.calls?.split(',').filter(Boolean) ?? [];
      const runs = await readHiveRuns(
        paths,
        { job: flags.job ?? null, calls, collectives: flags.collectives ?? false },
        {
          ...standardChoice,
          betweenness: flags.directed ? 'directed' : 'undirected',
          lengths: flags.lengths,
        },
      );
      for (const run of runs) warn(run);
      if (flags.output) {
        const { measures: names, mode, scale, axes, colour } = flags;
        writePicture(
          flags.output,
          hivePicture(runs, { measures: names, mode, scale, lengths: axes, colour }),
        );
      }
      if (flags.json) await print(JSON.stringify(hiveJson(runs)));
      else await print(flags.output ? `wrote ${flags.output}` : formatRuns(runs));
    });
}

/** What the picture cannot show. */
function warn({ name, graph, leftOut, measures: measured }: HiveRun): void {
  if (graph.src.length === 0)
    printNote(`${name}: no point-to-point traffic; --collectives draws collective calls instead.`);
  if (leftOut.broadcasts > 0) printNote(`${name}: ${leftOut.broadcasts} messages of broadcasts left out.`);
  if (leftOut.nowhere > 0)
    printNote(`${name}: ${leftOut.nowhere} messages without sender or receiver left out.`);
  for (const note of describeSamples(graph.ranks, measured))
    printNote(`${name}: ${note}; --json states errors.`);
}

function formatRuns(runs: readonly HiveRun[]): string {
  const rows = runs.flatMap(({ name, graph, measures: { values } }) =>
    measures.map((measure) => {
      const known = values[measure.name].filter((value) => !Number.isNaN(value)).sort();
      const at = (share: number): string => digits(known[Math.floor(share * (known.length - 1))]);
      return [name, String(graph.ranks), measure.name, at(0), at(0.5), at(1)];
    }),
  );
  const cuts = measures.map(({ name }) => {
    const { least, low, high, most } = cutsOf(runs, name);
    return [name, ...[least, low, high, most].map(digits)];
  });
  return [
    ...alignColumns([['run', 'ranks', 'measure', 'least', 'median', 'most'], ...rows], [1, 3, 4, 5]),
    '',
    ...alignColumns([['axes of all runs', 'from', 'low to', 'middle to', 'high to'], ...cuts], [1, 2, 3, 4]),
  ].join('\n');
}

function digits(value: number | undefined): string {
  return value === undefined ? '–' : String(Number(value.toPrecision(4)));
}

function measureNames(text: string): MeasureName[] {
  return text.split(',').map((name) => {
    const measure = findMeasure(name);
    if (measure) return measure.name;
    throw new InvalidArgumentError(`There is no measure «${name}».`);
  });
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}
