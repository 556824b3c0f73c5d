import { tableNames } from '@weft/model';
import { askSql, commandSqlLimits } from '@weft/server/sql';
import { sqlViewNames } from '@weft/store';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type FrameFormat, formatFrame } from '../format-frame.ts';
import { print } from '../print.ts';
import { cancelOnSignals } from '../stop-signals.ts';

interface SqlFlags {
  readonly format: FrameFormat;
  readonly json?: boolean;
  readonly limit: number;
  readonly timeout: number;
}

export function addSql(program: Command): void {
  const limits = commandSqlLimits();
  program
    .command('sql')
    .description("Ask a dataset's tables in SQL; reads only.")
    .argument('<dataset>', 'dataset folder, e.g. study.weft')
    .argument('<query>', 'one SELECT statement')
    .addOption(
      new Option('--format <format>', 'how to print').choices(['table', 'csv', 'json']).default('table'),
    )
    .option('--json', 'the same as --format json')
    .option('--limit <rows>', 'refuse results with more rows', positiveInteger, limits.rows)
    .option('--timeout <seconds>', 'stop a query that takes longer', positiveInteger, limits.seconds)
    .addHelpText(
      'after',
      `
Tables: ${tableNames.join(', ')}.
Views: ${sqlViewNames.join(', ')}.
Columns: docs/data-model.md, or "describe messages".

Examples:
  weft sql study.weft "select sum(count), sum(bytes) from messages"
  weft sql study.weft "select * from link_traffic order by percent desc limit 10"
  weft sql study.weft "select * from jobs" --format csv > jobs.csv`,
    )
    .action(async (path: string, query: string, flags: SqlFlags) => {
      const asked = { ...limits, rows: flags.limit, seconds: flags.timeout };
      const frame = await cancelOnSignals('the query', (signal) => askSql(path, query, asked, signal));
      await print(formatFrame(frame, flags.json ? 'json' : flags.format));
    });
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a positive whole number.');
}
