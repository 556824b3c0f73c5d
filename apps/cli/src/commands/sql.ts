import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableNames } from '@weft/model';
import { askSql, commandSqlLimits } from '@weft/server/sql';
import { openDataset, sqlViewNames } from '@weft/store';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { dataFolder } from '../data-folder.ts';
import { engineOption } from '../engine-option.ts';
import { type FrameFormat, formatFrame } from '../format-frame.ts';
import { print, printNote } from '../print.ts';
import { cancelOnSignals } from '../stop-signals.ts';

interface SqlFlags {
  readonly format: FrameFormat;
  readonly json?: boolean;
  readonly limit: number;
  readonly timeout: number;
  readonly engine?: string;
}

/** Tables that are empty until `weft phases` fills them. */
const PHASES = /\b(phases|message_phases|phase_traffic)\b/i;

export function addSql(program: Command): void {
  const limits = commandSqlLimits();
  program
    .command('sql')
    .description("Ask a dataset's tables in SQL; reads only.")
    .argument('<dataset>', 'dataset folder, e.g. study.weft')
    .argument(
      '[query]',
      'one SELECT statement; left out or -: read from stdin, or typed in a shell of its own',
    )
    .addOption(
      new Option('--format <format>', 'how to print').choices(['table', 'csv', 'json']).default('table'),
    )
    .option('--json', 'the same as --format json')
    .option('--limit <rows>', 'refuse results with more rows', positiveInteger, limits.rows)
    .option('--timeout <seconds>', 'stop a query that takes longer', positiveInteger, limits.seconds)
    .addOption(engineOption())
    .addHelpText(
      'after',
      `
Tables: ${tableNames.join(', ')}.
Views: ${sqlViewNames.join(', ')}.
Columns: docs/data-model.md, or "describe messages".

Examples:
  weft sql study.weft "select sum(count), sum(bytes) from messages"
  weft sql study.weft "select * from link_traffic order by percent desc limit 10"
  weft sql study.weft "select * from jobs" --format csv > jobs.csv
  weft sql study.weft < query.sql
  weft sql study.weft                          asks for queries, with history`,
    )
    .action(async (path: string, query: string | undefined, flags: SqlFlags) => {
      const asked = { ...limits, rows: flags.limit, seconds: flags.timeout };
      const ask = async (text: string, signal: AbortSignal) => {
        const frame = await askSql({ path, engine: flags.engine }, text, asked, signal);
        if (frame.rows === 0 && PHASES.test(text)) printNote(`Phases are there after: weft phases ${path}`);
        return formatFrame(frame, flags.json ? 'json' : flags.format);
      };
      const isTyped = query === undefined && process.stdin.isTTY;
      if (isTyped) return runShell(path, ask);
      const text = query === undefined || query === '-' ? readFileSync(0, 'utf8') : query;
      await print(await cancelOnSignals('the query', (signal) => ask(text, signal)));
    });
}

async function runShell(path: string, ask: (text: string, signal: AbortSignal) => Promise<string>) {
  await (await openDataset(path)).close();
  const { runSqlShell } = await import('../sql/sql-shell.ts');
  const historyFile = join(dataFolder(), 'sql-history');
  await runSqlShell(ask, { input: process.stdin, output: process.stdout, historyFile });
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a positive whole number.');
}
