import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  calibrate,
  evaluateLibrary,
  evaluateRuns,
  formatEntries,
  judgeClaim,
  judgeIdentity,
  type LibraryEntry,
  rankCodes,
} from '@weft/analysis';
import { WeftError } from '@weft/model';
import { type Library, ownLibrary, readLibrary } from '@weft/server';
import { type Command, InvalidArgumentError } from 'commander';
import { evaluationJson, formatEvaluation } from '../identify/format-evaluation.ts';
import {
  claimJson,
  claimPicture,
  formatClaim,
  formatIdentification,
  identificationJson,
} from '../identify/format-identification.ts';
import { fingerprintDataset } from '../identify/identify-dataset.ts';
import { noisyRuns } from '../identify/noisy-run.ts';
import { patterns } from '../identify/patterns.ts';
import { print, printNote } from '../print.ts';

interface IdentifyFlags {
  readonly claim?: string;
  readonly library: readonly string[];
  readonly add?: string;
  readonly job?: number;
  readonly evaluate?: boolean;
  readonly noisy?: number;
  readonly json?: boolean;
  readonly output?: string;
}

/** Numbers of the generated runs of an evaluation start here, those of the library at 0. */
const FIRST_NOISY = 1000;

export function addIdentify(program: Command): void {
  program
    .command('identify')
    .description('Name the code of a run by its traffic and calls, or test what it claims to be.')
    .argument('[dataset]', 'dataset folder, e.g. study.weft')
    .option('--claim <code>', 'say whether the run is what it claims to be')
    .option('--library <folder>', 'labelled runs besides those that come with Weft', collect, [])
    .option('--add <code>', 'write the fingerprint into the first --library, labelled with this code')
    .option('--job <id>', 'the job; the first when left out', wholeNumber)
    .option('--evaluate', 'try each run of the library against the others')
    .option(
      '--noisy <n>',
      'with --evaluate: try n generated runs of each pattern and size instead',
      wholeNumber,
    )
    .option('-o, --output <file.svg>', 'with --claim: draw what speaks for and against it')
    .option('--json', 'print JSON for programs')
    .addHelpText(
      'after',
      `
Examples:
  weft identify run.weft
  weft identify run.weft --claim lammps
  weft identify run.weft --add lammps --library ~/our-codes
  weft identify --evaluate`,
    )
    .action(async (path: string | undefined, flags: IdentifyFlags) => {
      checkOutput(flags);
      if (flags.evaluate) return evaluate(readAll(flags), flags);
      if (path === undefined) throw noDataset();
      const run = await fingerprintDataset(path, flags.job ?? null);
      if (flags.add !== undefined) return addRun(run, flags.add, flags.library[0]);
      await identify(run, readAll(flags), flags);
    });
}

function readAll({ library }: IdentifyFlags): Library {
  const read = readLibrary([ownLibrary, ...library]);
  for (const problem of read.problems) printNote(`passed over: ${problem}`);
  return read;
}

async function identify(run: LibraryEntry, { entries }: Library, flags: IdentifyFlags): Promise<void> {
  const calibration = calibrate(entries);
  const ranked = rankCodes(run.features, entries, calibration.spreads);
  if (flags.claim === undefined) {
    const found = judgeIdentity(ranked, calibration);
    await print(
      flags.json ? JSON.stringify(identificationJson(run, found)) : formatIdentification(run, found),
    );
    return;
  }
  if (!entries.some(({ code }) => code === flags.claim)) throw unknownClaim(flags.claim, entries);
  const judgement = judgeClaim(flags.claim, ranked, calibration);
  if (flags.output) writeFileSync(flags.output, claimPicture(run, entries, judgement));
  await print(flags.json ? JSON.stringify(claimJson(run, judgement)) : formatClaim(run, judgement));
}

async function evaluate({ entries }: Library, { noisy, json }: IdentifyFlags): Promise<void> {
  const runs: LibraryEntry[] = [];
  if (noisy) for await (const run of noisyRuns(patterns, FIRST_NOISY, noisy)) runs.push(run);
  const evaluation = noisy ? evaluateRuns(runs, entries) : evaluateLibrary(entries);
  await print(json ? JSON.stringify(evaluationJson(evaluation)) : formatEvaluation(evaluation));
}

async function addRun(run: LibraryEntry, code: string, folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    throw new WeftError({ code: 'NO-LIBRARY', message: '--add needs a --library folder to write to' });
  }
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${code}-${run.run}.json`);
  writeFileSync(file, formatEntries([{ ...run, code }]));
  await print(`wrote ${file}`);
}

function checkOutput({ output, claim }: IdentifyFlags): void {
  if (output === undefined || (claim !== undefined && output.endsWith('.svg'))) return;
  throw new WeftError({
    code: 'PICTURE-FORMAT',
    message: claim === undefined ? '-o draws the evidence of a --claim' : 'the evidence is drawn as SVG',
    file: output,
    advice: 'Name a claim, and a file that ends in .svg.',
  });
}

function noDataset(): WeftError {
  return new WeftError({ code: 'NO-DATASET', message: 'name a dataset, or give --evaluate' });
}

function unknownClaim(claim: string, entries: readonly LibraryEntry[]): WeftError {
  const codes = [...new Set(entries.map(({ code }) => code))].sort();
  return new WeftError({
    code: 'CLAIM-UNKNOWN',
    message: `the library has no run of «${claim}», so that nothing can be said of the claim`,
    advice: `Add one with --add ${claim}. The library knows ${codes.join(', ')}.`,
  });
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}
