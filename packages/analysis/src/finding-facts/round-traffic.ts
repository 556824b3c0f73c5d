import { NONE, type TableFrame } from '@weft/model';
import { type TrafficProfile, trafficProfile } from '../pattern-detection/phase-distances.ts';
import { rankCount } from '../queries/rank-count.ts';
import { type ExchangeRounds, exchangeRounds } from './exchange-rounds.ts';
import type { PhaseTraffic } from './phase-facts.ts';
import type { Messages } from './rank-waiting.ts';

type SizedMessages = Messages & TableFrame<'messages', 'bytes'>;

/** More rounds, or more kinds of them, take too long to compare. */
const MOST_ROUNDS = 1024;
const MOST_KINDS = 96;

/**
 * What all ranks send in each of their rounds; rounds in which the same is sent share their profile, so that each kind is
 * compared once. Null where ranks have no rounds in common, or too many.
 */
export function roundTraffic(messages: SizedMessages): PhaseTraffic[] | null {
  const found = exchangeRounds(messages);
  if (!found || found.count > MOST_ROUNDS) return null;
  const { src, dst } = messages.columns;
  const ranks = Math.max(rankCount(src), rankCount(dst));
  const kinds: TrafficProfile[] = [];
  const rounds: PhaseTraffic[] = [];
  for (const rows of rowsOfRounds(found)) {
    const own = profileOf(messages, rows, ranks);
    const same = kinds.find((kind) => isSame(kind, own));
    rounds.push({ profile: same ?? own, ...timeOf(messages, rows) });
    if (!same && kinds.push(own) > MOST_KINDS) return null;
  }
  return rounds;
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
