import { readFileSync } from 'node:fs';
import { WeftError } from '@weft/model';
import type { duration } from '@weft/simulate';
import { type Command, InvalidArgumentError } from 'commander';

/** How ranks are put on a network, but for the network itself. */
export interface PlacingFlags {
  readonly placement: string;
  readonly ranksPerHost?: number;
  readonly replay: boolean;
  readonly bandwidth: string;
  readonly latency: string;
  readonly switchDelay: string;
}

export const usualPlacing: PlacingFlags = {
  placement: 'contiguous',
  replay: true,
  bandwidth: '12.5 GB/s',
  latency: '100 ns',
  switchDelay: '90 ns',
};

export function addPlacingOptions(command: Command): Command {
  const { placement, bandwidth, latency, switchDelay } = usualPlacing;
  return command
    .option('--placement <name>', 'in which order: contiguous, random, round-robin, ...', placement)
    .option('--ranks-per-host <n>', 'ranks that share a host of the network', parseCount)
    .option('--no-replay', 'do not model when the messages cross the links of the network')
    .option('--bandwidth <speed>', 'of its links, for the replay', bandwidth)
    .option('--latency <time>', 'of its links, for the replay', latency)
    .option('--switch-delay <time>', 'of its switches, for the replay', switchDelay);
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('Give a whole number from 1 on.');
  return count;
}

/** Loads the code of placing only where a network is named. */
export async function placeOn(network: string, flags: PlacingFlags) {
  const { placement, ranksPerHost = 1, replay } = flags;
  const { preparePlacing } = await import('@weft/placing');
  const readText = (file: string) => readFileSync(file, 'utf8');
  const replayAt = replay ? await linkSpeed(flags) : null;
  return preparePlacing({ network, placement, ranksPerHost, replayAt, readText });
}

async function linkSpeed({ bandwidth, latency, switchDelay }: PlacingFlags) {
  const { duration, positiveSpeed } = await import('@weft/simulate');
  return {
    bandwidth: quantityOf(positiveSpeed, '--bandwidth', bandwidth),
    latency: quantityOf(duration, '--latency', latency),
    switchDelay: quantityOf(duration, '--switch-delay', switchDelay),
  };
}

function quantityOf(quantity: typeof duration, option: string, text: string): number {
  const { data, success, error } = quantity.safeParse(text);
  if (success) return data;
  const message = `${option} «${text}» ${error.issues[0]?.message ?? 'is not understood'}`;
  throw new WeftError({ code: 'BAD-OPTION', message });
}
