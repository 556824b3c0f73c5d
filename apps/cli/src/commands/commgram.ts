import {
  type Commgram,
  type CommgramModel,
  commgramJson,
  commgramNeeds,
  commgramParams,
  createCommgramSession,
  openQueries,
  readCommgramModel,
  STANDARD_ATOMS,
  STANDARD_PHASES,
  suggestPhases,
  type ZoomStep,
} from '@weft/analysis';
import { type Dataset, openDataset } from '@weft/store';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { checkCalls } from '../commgram/check-calls.ts';
import { fewerPhases, formatCommgram } from '../commgram/format-commgram.ts';
import { writeCommgramSvg } from '../commgram/write-commgram-svg.ts';
import { engineOption } from '../engine-option.ts';
import { print, printNote } from '../print.ts';

interface CommgramFlags {
  readonly phases?: number;
  readonly communities?: number;
  readonly clustering: 'refined' | 'plain';
  readonly job?: number;
  readonly calls?: string;
  readonly within: readonly ZoomStep[];
  readonly weight: 'bytes' | 'messages';
  readonly rule: 'unweighted' | 'weighted';
  readonly heights: 'signed' | 'cumulative' | 'patterns';
  readonly time: 'auto' | 'clock' | 'logical';
  readonly collectives?: boolean;
  readonly json?: boolean;
  readonly output?: string;
  readonly illustrative?: boolean;
  readonly engine?: string;
}

export function addCommgram(program: Command): void {
  program
    .command('commgram')
    .description('Find the phases of a trace, the communities of each, and how they change.')
    .argument('<dataset>', 'dataset folder, e.g. study.weft')
    .option(
      '--phases <n>',
      `number of phases; left out, as many as the gaps show, else ${STANDARD_PHASES}`,
      wholeNumber(1),
    )
    .option(
      '--communities <n>',
      'number of communities in each phase; left out, a quarter of the ranks, at most 18',
      wholeNumber(1),
    )
    .option('--job <id>', 'the job; the first that has messages when left out', wholeNumber(0))
    .option('--calls <names>', 'only these calls, e.g. MPI_Send,MPI_Isend')
    .option(
      '--within <steps>',
      'zoom: 27:8 is phase 8 of 27; 27:8/12:0 is a phase inside that',
      zoomSteps,
      [],
    )
    .addOption(
      new Option('--weight <what>', 'weight of a message').choices(['bytes', 'messages']).default('bytes'),
    )
    .addOption(
      new Option('--clustering <how>', 'plain: Clauset, Newman and Moore alone')
        .choices(['refined', 'plain'])
        .default('refined'),
    )
    .addOption(
      new Option('--rule <rule>', 'mean of merged phases')
        .choices(['unweighted', 'weighted'])
        .default('unweighted'),
    )
    .addOption(
      new Option('--heights <how>', 'of the curve')
        .choices(['signed', 'cumulative', 'patterns'])
        .default('signed'),
    )
    .addOption(
      new Option(
        '--time <how>',
        'phases by the clock or by steps of happened-before (auto: whichever repeats)',
      )
        .choices(['auto', 'clock', 'logical'])
        .default('auto'),
    )
    .option('--collectives', 'draw collective calls, too')
    .option('--json', 'print JSON for programs')
    .option('-o, --output <file.svg>', 'draw ribbons and curve into an SVG file')
    .option('--illustrative', 'in that file, rims where ribbons cross and points at receivers')
    .addOption(engineOption())
    .addHelpText(
      'after',
      `
Examples:
  weft commgram pipeline.weft
  weft commgram pipeline.weft --phases 12 --within 27:8
  weft commgram pipeline.weft --phases 27 --communities 18 -o pipeline.svg
  weft commgram pipeline.weft --phases 27 --communities 18 --json | jq .heights`,
    )
    .action(async (path: string, flags: CommgramFlags) => {
      const dataset = await openDataset(path, { engine: flags.engine });
      try {
        const { model, commgram } = await readCommgram(dataset, flags);
        const note = fewerPhases(flags.phases, commgram, model);
        if (note) printNote(note);
        if (flags.output)
          await writeCommgramSvg(commgram, dataset.manifest.title, flags.output, flags.illustrative ?? false);
        if (flags.json) await print(JSON.stringify(commgramJson(commgram, model.timeModel)));
        else await print(flags.output ? `wrote ${flags.output}` : formatCommgram(commgram, model));
      } finally {
        await dataset.close();
      }
    });
}

async function readCommgram(
  dataset: Dataset,
  flags: CommgramFlags,
): Promise<{ model: CommgramModel; commgram: Commgram }> {
  const { job, calls, time, phases, json, output, illustrative, engine, ...rest } = flags;
  const params = commgramParams.parse({
    ...rest,
    job: job ?? (await firstJob(dataset, flags.collectives ?? false)),
    calls: calls?.split(',').filter(Boolean),
    timeModel: time === 'clock' ? 'physical' : time,
  });
  await checkCalls(dataset, params.calls);
  const open = openQueries(commgramNeeds(params), (query) => dataset.stream(query));
  const model = await readCommgramModel(open, params, phases ?? STANDARD_ATOMS);
  const session = createCommgramSession(model, params.weight, params.clustering);
  return { model, commgram: session.cut({ ...params, phases: phases ?? suggestPhases(model) }) };
}

async function firstJob(dataset: Dataset, collectives: boolean): Promise<number> {
  for (const table of collectives ? (['messages', 'collectives'] as const) : (['messages'] as const)) {
    const { rows, columns } = await dataset.read({ table, columns: ['job'], orderBy: ['job'], limit: 1 });
    if (rows > 0) return (columns.job as Int32Array)[0];
  }
  return 0;
}

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It must be a whole number of at least ${least}.`);
  };
}

function zoomSteps(text: string): ZoomStep[] {
  return text.split('/').map((step) => {
    const match = /^(\d+):(\d+)$/.exec(step);
    const [phases, phase] = [Number(match?.[1]), Number(match?.[2])];
    if (match && phases > 0 && phase < phases) return { phases, phase };
    throw new InvalidArgumentError('It must look like 27:8, with the phase counted from 0.');
  });
}
