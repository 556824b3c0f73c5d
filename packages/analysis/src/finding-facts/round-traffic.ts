import { NONE, type TableFrame } from '@weft/model';
import { type TrafficProfile, trafficProfile } from '../pattern-detection/phase-distances.ts';
import { rankCount } from '../queries/rank-count.ts';
import { alignRounds } from './align-rounds.ts';
import { type ExchangeRounds, exchangeRounds } from './exchange-rounds.ts';
import type { PhaseTraffic, RoundTraffic } from './phase-facts.ts';
import type { Messages } from './rank-waiting.ts';

type SizedMessages = Messages & TableFrame<'messages', 'bytes'>;

/** More rounds, or more pairs of ranks in all kinds of them compared with each other, take too long. */
const MOST_ROUNDS = 1024;
const MOST_COMPARED = 3e8;

/**
 * What is sent in the rounds that ranks have in common: by all ranks, where these of ranks with another number of rounds find their places,
 * and by those that have the same number of them.
 */
export function roundTraffic(messages: SizedMessages): RoundTraffic[] {
  const found = exchangeRounds(messages);
  if (!found || found.count > MOST_ROUNDS) return [];
  const aligned = alignRounds(messages, found);
  return [
    ...(aligned ? trafficOf(messages, aligned, 'rounds') : []),
    ...trafficOf(messages, found, aligned ? 'most rounds' : 'rounds'),
  ];
}

/** Rounds in which the same is sent share their profile, so that each kind is compared once. None where these are too many. */
function trafficOf(messages: SizedMessages, found: ExchangeRounds, cut: RoundTraffic['cut']): RoundTraffic[] {
  const { src, dst } = messages.columns;
  const ranks = Math.max(rankCount(src), rankCount(dst));
  const kinds: TrafficProfile[] = [];
  const rounds: PhaseTraffic[] = [];
  let pairs = 0;
  for (const rows of rowsOfRounds(found)) {
    const own = profileOf(messages, rows, ranks);
    const same = kinds.find((kind) => isSame(kind, own));
    rounds.push({ profile: same ?? own, ...timeOf(messages, rows) });
    if (same) continue;
    pairs += own.src.length;
    if (kinds.push(own) * pairs > MOST_COMPARED) return [];
  }
  return [{ cut, phases: rounds }];
}

function rowsOfRounds({ count, rounds }: ExchangeRounds): number[][] {
  const rows: number[][] = Array.from({ length: count }, () => []);
  rounds.forEach((round, row) => {
    if (round !== NONE) rows[round].push(row);
  });
  return rows;
}

function profileOf(
  { columns: { src, dst, bytes } }: SizedMessages,
  rows: readonly number[],
  ranks: number,
): TrafficProfile {
  const sums = new Map<number, number>();
  for (const row of rows) {
    const pair = src[row] * ranks + dst[row];
    sums.set(pair, (sums.get(pair) ?? 0) + bytes[row]);
  }
  const pairs = Float64Array.from(sums.keys()).sort();
  return trafficProfile(
    ranks,
    Int32Array.from(pairs, (pair) => Math.floor(pair / ranks)),
    Int32Array.from(pairs, (pair) => pair % ranks),
    Float64Array.from(pairs, (pair) => sums.get(pair) ?? 0),
  );
}

function isSame(a: TrafficProfile, b: TrafficProfile): boolean {
  return (
    a.src.length === b.src.length &&
    a.src.every((src, at) => src === b.src[at] && a.dst[at] === b.dst[at] && a.weight[at] === b.weight[at])
  );
}

function timeOf(
  { columns: { send_start, recv_end } }: SizedMessages,
  rows: readonly number[],
): Pick<PhaseTraffic, 'start' | 'end'> {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    start = Math.min(start, send_start[row]);
    end = Math.max(end, send_start[row], recv_end[row]);
  }
  return { start, end };
}
