import { type Frame, type TextColumn, textAt } from '@weft/model';
import { sortRows } from '../../kit/table-rows.ts';

type Frames = Readonly<Record<string, Frame>>;

export const profileKeys = ['call', 'count', 'bytes', 'time', 'mean', 'most', 'imbalance'] as const;
export type ProfileKey = (typeof profileKeys)[number];
export type ProfileNumber = Exclude<ProfileKey, 'call'>;

/** Calls first, then the ranks of the open call: a row's id counts through both. */
export interface ProfileTable {
  readonly calls: number;
  readonly ranks: number;
  readonly names: readonly string[];
  /** Rank of a rank's row; the call's busiest rank in a call's row. */
  readonly rankOf: Int32Array;
  readonly values: Readonly<Record<ProfileNumber, Float64Array>>;
}

/** `calls` is the analysis' frame; `open` are the rows of the calls table of the open call. */
export function profileTable(profile: Frames, open: Frame | null): ProfileTable {
  const { calls } = profile;
  const ranks = (profile.summary.columns.ranks as Int32Array)[0];
  const text = calls.columns.call as TextColumn;
  const names = Array.from({ length: calls.rows }, (_, row) => textAt(text, row) ?? '');
  const rows = calls.rows + (open?.rows ?? 0);
  const numbers = calls.columns as Record<string, Float64Array>;
  const values: Record<ProfileNumber, Float64Array> = {
    count: joined(rows, numbers.count),
    bytes: joined(rows, numbers.bytes),
    time: joined(rows, numbers.time),
    mean: joined(
      rows,
      numbers.time.map((time) => time / Math.max(ranks, 1)),
    ),
    most: joined(rows, numbers.max_time),
    imbalance: joined(rows, numbers.imbalance),
  };
  const rankOf = new Int32Array(rows);
  rankOf.set(calls.columns.max_rank as Int32Array);
  if (open) addRanks(open, calls.rows, ranks, rankOf, values);
  return { calls: calls.rows, ranks, names, rankOf, values };
}

/** A rank's imbalance is its time over the mean of all ranks. */
function addRanks(
  open: Frame,
  at: number,
  ranks: number,
  rankOf: Int32Array,
  values: Record<ProfileNumber, Float64Array>,
): void {
  const { rank } = open.columns as Record<string, Int32Array>;
  const { count, bytes, time } = open.columns as Record<string, Float64Array>;
  const mean = time.reduce((sum, value) => sum + value, 0) / Math.max(ranks, 1);
  rankOf.set(rank, at);
  values.count.set(count, at);
  values.bytes.set(bytes, at);
  values.time.set(time, at);
  values.mean.fill(Number.NaN, at);
  values.most.fill(Number.NaN, at);
  values.imbalance.set(
    time.map((value) => (mean > 0 ? value / mean : 0)),
    at,
  );
}

function joined(rows: number, first: Float64Array): Float64Array {
  const values = new Float64Array(rows);
  values.set(first);
  return values;
}

/** Calls in the order of a column, each rank of the open call below it in the same order. */
export function profileOrder(
  table: ProfileTable,
  key: ProfileKey,
  descending: boolean,
  open: string | null,
): Int32Array {
  const { calls, names } = table;
  const all = table.rankOf.length;
  const callRows = Int32Array.from({ length: calls }, (_, row) => row);
  const rankRows = Int32Array.from({ length: all - calls }, (_, row) => calls + row);
  const byName = Float64Array.from(placesByName(names));
  sortRows(callRows, key === 'call' ? byName : table.values[key], descending);
  const sameKey = key === 'count' || key === 'bytes' || key === 'time' || key === 'imbalance';
  sortRows(rankRows, sameKey ? table.values[key] : table.rankOf, sameKey && descending);
  const at = open === null ? -1 : callRows.indexOf(names.indexOf(open));
  if (at < 0) return callRows;
  const order = new Int32Array(all);
  order.set(callRows.subarray(0, at + 1));
  order.set(rankRows, at + 1);
  order.set(callRows.subarray(at + 1), at + 1 + rankRows.length);
  return order;
}

function placesByName(names: readonly string[]): number[] {
  const sorted = [...names].sort();
  return names.map((name) => sorted.indexOf(name));
}
