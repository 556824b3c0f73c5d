import { type Manifest, NONE, type TableColumns, type TableFrame } from '@weft/model';
import { dictionaryMatches, sortRows, textRanks } from '../../kit/table-rows.ts';

export interface JobTable {
  readonly rows: number;
  readonly columns: TableColumns<'jobs'>;
  /** Nanoseconds; NaN = not started or still running. */
  readonly duration: Float64Array;
  /** Distinct hosts per job; NaN = unknown. */
  readonly nodes: Float64Array;
}

export const jobKeys = ['start', 'duration', 'nodes', 'name', 'user', 'state'] as const;
export type JobKey = (typeof jobKeys)[number];

interface JobFilter {
  readonly text: string;
  /** Nanoseconds. */
  readonly minimumDuration: number;
  readonly minimumNodes: number;
  /** Only jobs that run in this time; null = all. */
  readonly time: readonly [number, number] | null;
}

export function createJobTable(jobs: TableFrame<'jobs'>, ranks: TableFrame<'ranks'> | null): JobTable {
  const { start, end } = jobs.columns;
  const duration = Float64Array.from(start, (from, job) =>
    from === NONE || end[job] === NONE ? Number.NaN : end[job] - from,
  );
  return { rows: jobs.rows, columns: jobs.columns, duration, nodes: countNodes(jobs, ranks) };
}

/** Distinct hosts of each job's ranks; ranks without a host count as one node each. */
function countNodes(jobs: TableFrame<'jobs'>, ranks: TableFrame<'ranks'> | null): Float64Array {
  const nodes = new Float64Array(jobs.rows).fill(Number.NaN);
  if (ranks === null) return nodes;
  const place = new Map<number, number>();
  jobs.columns.id.forEach((id, row) => {
    place.set(id, row);
  });
  const seen = new Set<number>();
  const hosts = ranks.columns.host.reduce((most, host) => Math.max(most, host), 0) + 1;
  for (let i = 0; i < ranks.rows; i++) {
    const row = place.get(ranks.columns.job[i]);
    if (row === undefined) continue;
    const host = ranks.columns.host[i];
    const key = row * hosts + host;
    if (host !== NONE && seen.has(key)) continue;
    if (host !== NONE) seen.add(key);
    nodes[row] = (Number.isNaN(nodes[row]) ? 0 : nodes[row]) + 1;
  }
  return nodes;
}

/** All rows in the order of a column; filters keep it, so that a moving brush never sorts. */
export function sortJobs(table: JobTable, key: JobKey, descending: boolean): Int32Array {
  const rows = Int32Array.from({ length: table.rows }, (_, row) => row);
  return sortRows(rows, sortKey(table, key), descending);
}

function sortKey(table: JobTable, key: JobKey): Float64Array {
  switch (key) {
    case 'start':
      return table.columns.start.map((time) => (time === NONE ? Number.NaN : time));
    case 'duration':
      return table.duration;
    case 'nodes':
      return table.nodes;
    default:
      return textRanks(table.columns[key]);
  }
}

/** The rows of `sorted` that pass the filter, in the same order. */
export function filterJobs(table: JobTable, sorted: Int32Array, filter: JobFilter): Int32Array {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const tests = words.map((word) => wordTest(table, word));
  const kept = new Int32Array(sorted.length);
  let count = 0;
  for (const row of sorted) {
    if (filter.minimumDuration > 0 && !(table.duration[row] >= filter.minimumDuration)) continue;
    if (filter.minimumNodes > 0 && !(table.nodes[row] >= filter.minimumNodes)) continue;
    if (filter.time && !runsIn(table, row, filter.time)) continue;
    if (!tests.every((test) => test(row))) continue;
    kept[count++] = row;
  }
  return kept.subarray(0, count);
}

/** A word may stand in name, user, state or be the id. */
function wordTest(table: JobTable, word: string): (row: number) => boolean {
  const { name, user, state, id } = table.columns;
  const columns = [name, user, state].map((column) => ({ column, hits: dictionaryMatches(column, word) }));
  return (row) =>
    String(id[row]) === word || columns.some(({ column, hits }) => hits[column.codes[row]] === 1);
}

/** A job without an end runs on. */
function runsIn(table: JobTable, row: number, [from, to]: readonly [number, number]): boolean {
  const start = table.columns.start[row];
  const end = table.columns.end[row];
  return start !== NONE && start < to && (end === NONE || end > from);
}

/** From the first start to the last end of the jobs; null where none has started. */
export function runOfJobs(
  table: JobTable,
  rows: Iterable<number>,
  timeRange: Manifest['timeRange'],
): [number, number] | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const start = table.columns.start[row];
    if (start === NONE) continue;
    const end = table.columns.end[row] === NONE ? (timeRange?.[1] ?? start) : table.columns.end[row];
    from = Math.min(from, start);
    to = Math.max(to, end);
  }
  return from < to ? [from, to] : null;
}
