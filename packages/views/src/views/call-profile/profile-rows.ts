import { textAt } from '@weft/model';
import { sortRows } from '../../kit/table-rows.ts';
import type { ProfileFrames, WaitFrames } from './call-profile-needs.ts';

type OpenRows = ProfileFrames['open'];
type WaitRows = WaitFrames['entries'];

export const profileNumbers = [
  'count',
  'bytes',
  'time',
  'waiting',
  'share',
  'mean',
  'most',
  'imbalance',
  'overMean',
] as const;
export const profileKeys = ['call', ...profileNumbers] as const;
export type ProfileKey = (typeof profileKeys)[number];
export type ProfileNumber = (typeof profileNumbers)[number];
export type ProfileBy = 'call' | 'rank';

/** Calls (or ranks) first, then the ranks of the open call (or the calls of the open rank): ids count through both. */
export interface ProfileTable {
  readonly by: ProfileBy;
  /** Number of rows that are calls, or ranks where the profile is by rank; the rows after them belong to the open one. */
  readonly groups: number;
  readonly ranks: number;
  /** What each row is called in full. */
  readonly names: readonly string[];
  /** Rank of a rank's row; the call's busiest rank in a call's row. */
  readonly rankOf: Int32Array;
  readonly values: Readonly<Record<ProfileNumber, Float64Array>>;
}

/** `open` is the frame of the open row; `whole` the time of all ranks together, 0 = unknown; `waits` those found so far. */
export function profileTable(
  by: ProfileBy,
  profile: Omit<ProfileFrames, 'open'>,
  open: OpenRows | null,
  whole: number,
  waits: WaitRows | null = null,
): ProfileTable {
  const ranks = profile.summary.columns.ranks[0];
  const groups = by === 'call' ? callGroups(profile.calls, ranks) : rankGroups(profile.ranks);
  const members = open ? membersOf(by, open, ranks) : null;
  const joined = (key: keyof Rows['values']): Float64Array =>
    Float64Array.from([...groups.values[key], ...(members?.values[key] ?? [])]);
  const time = joined('time');
  const names = [...groups.names, ...(members?.names ?? [])];
  const rankOf = Int32Array.from([...groups.rankOf, ...(members?.rankOf ?? [])]);
  return {
    by,
    groups: groups.names.length,
    ranks,
    names,
    rankOf,
    values: {
      count: joined('count'),
      bytes: joined('bytes'),
      time,
      waiting: waitingOf(by, names, groups.names.length, openName(by, open), waits),
      share: time.map((value) => (whole > 0 ? value / whole : Number.NaN)),
      mean: joined('mean'),
      most: joined('most'),
      imbalance: joined('imbalance'),
      overMean: joined('overMean'),
    },
  };
}

interface Rows {
  readonly names: readonly string[];
  readonly rankOf: Int32Array;
  readonly values: Readonly<Record<Exclude<ProfileNumber, 'share' | 'waiting'>, Float64Array>>;
}

/** The call the members belong to, or their rank. */
function openName(by: ProfileBy, open: OpenRows | null): string {
  if (!open || open.rows === 0) return '';
  if (by === 'rank') return nameRank(open.columns.rank[0]);
  return textAt(open.columns.call, 0) ?? '';
}

/** Sums of what waited, by the names of the rows; NaN while they are not known. */
function waitingOf(
  by: ProfileBy,
  names: readonly string[],
  groups: number,
  open: string,
  waits: WaitRows | null,
): Float64Array {
  if (!waits) return new Float64Array(names.length).fill(Number.NaN);
  const sums = new Map<string, number>();
  const add = (key: string, time: number): void => void sums.set(key, (sums.get(key) ?? 0) + time);
  const { rank, time } = waits.columns;
  for (let row = 0; row < waits.rows; row++) {
    const call = textAt(waits.columns.call, row) ?? '';
    const [group, member] = by === 'call' ? [call, nameRank(rank[row])] : [nameRank(rank[row]), call];
    add(group, time[row]);
    if (group === open) add(`> ${member}`, time[row]);
  }
  return Float64Array.from(names, (name, row) => sums.get(row < groups ? name : `> ${name}`) ?? 0);
}

function callGroups({ rows, columns }: ProfileFrames['calls'], ranks: number): Rows {
  const { call: text, count, bytes, time, max_time, max_rank, imbalance } = columns;
  return {
    names: Array.from({ length: rows }, (_, row) => textAt(text, row) ?? ''),
    rankOf: max_rank,
    values: {
      count,
      bytes,
      time,
      mean: time.map((sum) => sum / Math.max(ranks, 1)),
      most: max_time,
      imbalance,
      overMean: new Float64Array(rows).fill(Number.NaN),
    },
  };
}

function rankGroups({ rows, columns }: ProfileFrames['ranks']): Rows {
  const { rank: rankOf, count, bytes, time } = columns;
  const none = new Float64Array(rows).fill(Number.NaN);
  const values = {
    count,
    bytes,
    time,
    mean: none,
    most: none,
    imbalance: none,
    overMean: timeOverMean(time, rows),
  };
  return { names: Array.from(rankOf, nameRank), rankOf, values };
}

/** Ranks have their time over the mean of all ranks; the calls of one rank have nothing to be compared with. */
function membersOf(by: ProfileBy, { rows, columns }: OpenRows, ranks: number): Rows {
  const { rank: rankOf, call: text, count, bytes, time } = columns;
  const none = new Float64Array(rows).fill(Number.NaN);
  const names = Array.from(rankOf, (rank, row) =>
    by === 'call' ? nameRank(rank) : (textAt(text, row) ?? ''),
  );
  const overMean = by === 'call' ? timeOverMean(time, ranks) : none;
  return { names, rankOf, values: { count, bytes, time, mean: none, most: none, imbalance: none, overMean } };
}

function timeOverMean(time: Float64Array, ranks: number): Float64Array {
  const mean = time.reduce((sum, value) => sum + value, 0) / Math.max(ranks, 1);
  return time.map((value) => (mean > 0 ? value / mean : 0));
}

function nameRank(rank: number): string {
  return `rank ${rank}`;
}

/** Whether a row stands for one rank rather than for a call. */
export function isRank({ by, groups }: Pick<ProfileTable, 'by' | 'groups'>, row: number): boolean {
  return (by === 'call') === row >= groups;
}

/** Groups in the order of a column, each member of the open one below it in the same order. */
export function profileOrder(
  table: ProfileTable,
  key: ProfileKey,
  descending: boolean,
  open: string | null,
): Int32Array {
  const { groups, names } = table;
  const all = names.length;
  const groupRows = Int32Array.from({ length: groups }, (_, row) => row);
  const memberRows = Int32Array.from({ length: all - groups }, (_, row) => groups + row);
  const byName = Float64Array.from(placesByName(table));
  const group = sortKey(key, table.by === 'rank');
  sortRows(groupRows, group ? table.values[group] : byName, descending);
  const member = key === 'mean' || key === 'most' ? null : sortKey(key, table.by === 'call');
  sortRows(memberRows, member ? table.values[member] : byName, member !== null && descending);
  const at = open === null ? -1 : groupRows.indexOf(names.indexOf(open));
  if (at < 0) return groupRows;
  const order = new Int32Array(all);
  order.set(groupRows.subarray(0, at + 1));
  order.set(memberRows, at + 1);
  order.set(groupRows.subarray(at + 1), at + 1 + memberRows.length);
  return order;
}

/** The numbers to sort by: calls have an imbalance where ranks have their time over the mean. Null = by name. */
function sortKey(key: ProfileKey, ofRanks: boolean): ProfileNumber | null {
  if (key === 'call') return null;
  if (key === 'imbalance' || key === 'overMean') return ofRanks ? 'overMean' : 'imbalance';
  return key;
}

/** Ranks by number, calls by name. */
function placesByName(table: ProfileTable): number[] {
  const { names, rankOf } = table;
  const sorted = [...names].sort();
  return names.map((name, row) => (isRank(table, row) ? rankOf[row] : sorted.indexOf(name)));
}
