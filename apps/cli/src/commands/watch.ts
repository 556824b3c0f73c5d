import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { CounterWatch } from '@weft/fabric';
import { formatExact, WeftError } from '@weft/model';
import { createScratch } from '@weft/threads';
import { type Command, InvalidArgumentError } from 'commander';
import { print } from '../print.ts';
import { stopSignals } from '../stop-signals.ts';
import { commandSampler, folderSampler } from '../watch/samplers.ts';
import { watchLoop } from '../watch/watch-loop.ts';

interface WatchFlags {
  readonly counters: string;
  readonly interval: number;
  readonly output: string;
  readonly samples: number;
}

export function addWatch(program: Command): void {
  program
    .command('watch')
    .description('Sample port counters again and again, and add them to the dataset of a fabric.')
    .requiredOption(
      '--counters <command|folder>',
      'a command that prints counters, or a folder into which samples come',
    )
    .requiredOption('-o, --output <dataset>', 'dataset of the fabric, made by weft import')
    .option('--interval <time>', 'time between samples: 30s, 500ms, 2m', parseInterval, 30_000)
    .option('--samples <n>', 'stop after so many', parseCount, Number.POSITIVE_INFINITY)
    .addHelpText(
      'after',
      `
Examples:
  weft import ibnetdiscover.txt -o site.weft
  weft watch --counters 'ibqueryerrors --counters' --interval 30s -o site.weft
  weft watch --counters /var/spool/counters -o site.weft`,
    )
    .action(runWatch);
}

async function runWatch({ counters, interval, output, samples }: WatchFlags): Promise<void> {
  const { appendToDataset, openDataset } = await import('@weft/store');
  const dataset = await openDataset(output);
  const network = await dataset.network();
  const lids = await dataset.readTable('lids');
  await dataset.close();
  if (!network) throw noNetwork(output);
  const appender = await appendToDataset(output);
  const watch = new CounterWatch(network, lids.columns, appender.manifest);
  const temporary = await createScratch(tmpdir(), 'watch');
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of stopSignals) process.on(name, stop);
  const sample = isFolder(counters)
    ? folderSampler(counters)
    : commandSampler(counters, temporary.path, Date.now);
  let rows = 0;
  let taken = 0;
  let failed = 0;
  try {
    await watchLoop(
      {
        sample,
        read: (file, time) => watch.read(file, time),
        append: (batches, facts) => appender.append(batches, facts),
        now: Date.now,
        sleep: (time, signal) => wait(Math.max(0, time), undefined, { signal }).catch(() => {}),
        onFailure: (error) => {
          failed++;
          process.stderr.write(`weft watch: ${error instanceof Error ? error.message : String(error)}\n`);
        },
        onSample: (count, added) => {
          taken = count;
          rows += added;
        },
      },
      interval,
      samples,
      controller.signal,
    );
  } finally {
    for (const name of stopSignals) process.removeListener(name, stop);
    await temporary.remove();
  }
  const lost = failed > 0 ? `, ${formatExact(failed, '')} could not be read` : '';
  await print(`${formatExact(taken, '')} samples, ${formatExact(rows, '')} rows${lost}`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function parseInterval(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(text.trim());
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match?.[2] ?? 's'] ?? 1000;
  const milliseconds = match ? Number(match[1]) * factor : 0;
  if (milliseconds < 10) throw new InvalidArgumentError('Give a time such as 30s, 500ms or 2m.');
  return milliseconds;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Give a whole number from 1 on.');
  return count;
}

function noNetwork(file: string): WeftError {
  return new WeftError({
    code: 'NO-NETWORK',
    message: 'the dataset has no fabric to which counters could belong',
    file,
    advice: 'Import the topology first: weft import ibnetdiscover.txt -o site.weft',
  });
}
