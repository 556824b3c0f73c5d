import { textAt } from '@weft/model';
import type { ProfileRows } from './calls-in-time.ts';
import { imbalanceOfCalls, sumBy } from './sum-calls.ts';

/** A call over all ranks. */
export interface CallSum {
  readonly call: string;
  readonly count: number;
  readonly bytes: number;
  readonly time: number;
  /** Time of the rank with most of it, and that rank: the lowest among equals, 0 without any time. */
  readonly mostTime: number;
  readonly mostRank: number;
}

/** What a profile shows, however it was added up. */
export interface ProfileSums {
  readonly ranks: number;
  readonly calls: readonly CallSum[];
  /** By rank. */
  readonly count: Float64Array;
  readonly bytes: Float64Array;
  readonly time: Float64Array;
}

/** From a row for each call of each rank. */
export function sumsOfRows({ columns }: ProfileRows, ranks: number): ProfileSums {
  const { rank, count, bytes, time, call: text } = columns;
  const names = [...new Set(Array.from(text.codes, (_, row) => textAt(text, row) ?? ''))];
  const index = new Map(names.map((name, at) => [name, at]));
  const call = Int32Array.from(text.codes, (_, row) => index.get(textAt(text, row) ?? '') ?? 0);
  const entries = { rank, call, count, bytes, time };
  const sums = sumBy(entries, call, names.length);
  const { max, maxRank } = imbalanceOfCalls(entries, names.length, ranks);
  const calls = names.map((name, at) => ({
    call: name,
    count: sums.count[at],
    bytes: sums.bytes[at],
    time: sums.time[at],
    mostTime: max[at],
    mostRank: maxRank[at],
  }));
  return { ranks, calls, ...sumBy(entries, rank, ranks) };
}
