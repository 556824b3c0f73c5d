import { writeFileSync } from 'node:fs';
import {
  type Answer,
  answerHtml,
  answerMarkdown,
  answerText,
  explainJob,
  explainLink,
  readLinkEvidence,
  readRun,
} from '@weft/cause';
import { WeftError } from '@weft/model';
import { type Dataset, openDataset } from '@weft/store';
import { type Command, InvalidArgumentError } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { print } from '../print.ts';
import { cancelOnSignals, signalExitCode } from '../stop-signals.ts';

interface Flags {
  readonly job?: string;
  readonly phase?: number;
  readonly link?: string;
  readonly limit: number;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly html?: boolean;
  readonly output?: string;
}

const EXAMPLES = `
Examples:
  weft explain run.weft --job solver                    why a job is slow: shares, tests and a verdict
  weft explain run.weft --job solver --phase 3          the same for one of its steps, counted from 0
  weft explain run.weft --link 12                       who fills a link, and the tests that prove it
  weft explain run.weft --link 'leaf 3 → spine 1'       the same by the names of its ends
  weft explain run.weft --link 12 --html -o why.html    one file with pictures`;

export function addExplain(program: Command): void {
  program
    .command('explain')
    .description(
      'Say why a job is slow or who fills a link, and prove it by tests that change one thing each.',
    )
    .argument('<dataset>', 'dataset folder')
    .option('--job <name>', 'a job of a simulated dataset, or of a trace put on a network')
    .option('--phase <number>', 'one step of the job, from 0', stepNumber)
    .option('--link <id>', 'id of a link, or the names of its ends')
    .option('--limit <seconds>', 'begin no test after this time', seconds, 60)
    .option('--json', 'print JSON for programs')
    .option('--markdown', 'print markdown')
    .option('--html', 'print one HTML file, pictures inside')
    .option('-o, --output <file>', 'write it to a file')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: Flags, command: Command) => {
      const wrong = wrongQuestion(flags);
      if (wrong) command.error(`error: ${wrong}`);
      if ([flags.json, flags.markdown, flags.html].filter(Boolean).length > 1)
        command.error('error: choose one of --json, --markdown and --html');
      const dataset = await openDataset(path);
      try {
        const text = format(await answerOf(dataset, flags), flags);
        if (flags.output) writeFileSync(flags.output, `${text}\n`);
        else await print(text);
        if (signalExitCode() !== null) throw cancelledHalfWay();
      } finally {
        await dataset.close();
      }
    });
}

function cancelledHalfWay(): WeftError {
  return new WeftError({
    code: 'CANCELLED',
    message: 'the search for the cause was cancelled; what was tested until then is in the answer',
    advice: 'Give it more time, or a --limit in seconds.',
  });
}

function wrongQuestion({ job, phase, link }: Flags): string | null {
  if (job === undefined && link === undefined) return 'name what to explain with --job or --link';
  if (job !== undefined && link !== undefined) return 'choose one of --job and --link';
  return phase !== undefined && job === undefined ? '--phase belongs to --job' : null;
}

function answerOf(dataset: Dataset, flags: Flags): Promise<Answer> {
  const { job, link = '', phase, limit } = flags;
  return cancelOnSignals('the search for the cause', async (signal) => {
    if (job === undefined) return explainLink(await readLinkEvidence(dataset, link), { limit, signal });
    return explainJob(await readRun(dataset, signal), job, { phase, limit, signal });
  });
}

function format(answer: Answer, { json, markdown, html }: Flags): string {
  if (json) return JSON.stringify(answer);
  if (markdown) return answerMarkdown(answer);
  if (html) return answerHtml(answer);
  return answerText(answer, alignColumns);
}

function stepNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number of a step, from 0.');
}

function seconds(text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('It must be a number of seconds.');
}
