import { tableNames } from '@weft/model';
import { openDataset } from '@weft/store';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type FrameFormat, formatFrame } from '../format-frame.ts';
import { print } from '../print.ts';

const DEFAULT_LIMIT = 1_000_000;

interface SqlFlags {
  readonly format: FrameFormat;
  readonly json?: boolean;
  readonly limit: number;
}

export function addSql(program: Command): void {
  program
    .command('sql')
    .description("Ask a dataset's tables in SQL; reads only.")
    .argument('<dataset>', 'dataset folder, e.g. study.weft')
    .argument('<query>', 'one SELECT statement')
    .addOption(
      new Option('--format <format>', 'how to print').choices(['table', 'csv', 'json']).default('table'),
    )
    .option('--json', 'the same as --format json')
    .option('--limit <rows>', 'refuse results with more rows', positiveInteger, DEFAULT_LIMIT)
    .addHelpText(
      'after',
      `
Tables: ${tableNames.join(', ')}. Columns: docs/data-model.md, or "describe messages".

Examples:
  weft sql study.weft "select sum(count), sum(bytes) from messages"
  weft sql study.weft "select link, sum(value) as total from counters group by link order by total desc limit 10"
  weft sql study.weft "select * from jobs" --format csv > jobs.csv`,
    )
    .action(async (path: string, query: string, flags: SqlFlags) => {
      const dataset = await openDataset(path);
      try {
        const frame = await dataset.sql(query, { maxRows: flags.limit });
        await print(formatFrame(frame, flags.json ? 'json' : flags.format));
      } finally {
        await dataset.close();
      }
    });
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a positive whole number.');
}
