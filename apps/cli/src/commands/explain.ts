import { writeFileSync } from 'node:fs';
import { answerHtml, answerMarkdown, answerText, explainLink, readLinkEvidence } from '@weft/cause';
import { type Dataset, openDataset } from '@weft/store';
import { type Command, InvalidArgumentError } from 'commander';
import { alignColumns } from '../align-columns.ts';
import { print } from '../print.ts';

interface Flags {
  readonly link?: string;
  readonly limit: number;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly html?: boolean;
  readonly output?: string;
}

const EXAMPLES = `
Examples:
  weft explain run.weft --link 12                       who fills a link, and the tests that prove it
  weft explain run.weft --link 'leaf 3 → spine 1'       the same by the names of its ends
  weft explain run.weft --link 12 --html -o why.html    one file with pictures`;

export function addExplain(program: Command): void {
  program
    .command('explain')
    .description('Say who fills a link, and prove it by tests that change one thing each.')
    .argument('<dataset>', 'dataset folder')
    .option('--link <id>', 'id of a link, or the names of its ends')
    .option('--limit <seconds>', 'begin no test after this time', seconds, 60)
    .option('--json', 'print JSON for programs')
    .option('--markdown', 'print markdown')
    .option('--html', 'print one HTML file, pictures inside')
    .option('-o, --output <file>', 'write it to a file')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: Flags, command: Command) => {
      if (flags.link === undefined) command.error('error: name what to explain with --link');
      if ([flags.json, flags.markdown, flags.html].filter(Boolean).length > 1)
        command.error('error: choose one of --json, --markdown and --html');
      const dataset = await openDataset(path);
      try {
        const text = await explainedLink(dataset, flags.link as string, flags);
        if (flags.output) writeFileSync(flags.output, `${text}\n`);
        else await print(text);
      } finally {
        await dataset.close();
      }
    });
}

async function explainedLink(dataset: Dataset, link: string, flags: Flags): Promise<string> {
  const answer = await explainLink(await readLinkEvidence(dataset, link), { limit: flags.limit });
  if (flags.json) return JSON.stringify(answer);
  if (flags.markdown) return answerMarkdown(answer);
  if (flags.html) return answerHtml(answer);
  return answerText(answer, alignColumns);
}

function seconds(text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('It must be a number of seconds.');
}
