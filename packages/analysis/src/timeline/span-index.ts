import type { SpanColumns } from '../spans/span-columns.ts';
import type { TileGrid } from './sum-tiles.ts';

/**
 * Spans of one row of tiles after another. Runs of `bounds` come in pairs: spans order[bounds[2 r]] up to
 * order[bounds[2 r + 1]]; without `order` they are rows of the columns themselves.
 */
export interface SpanRuns {
  readonly order: Int32Array | null;
  readonly bounds: Int32Array;
  /** Row r has the runs firstRun[r] .. firstRun[r + 1]. */
  readonly firstRun: Int32Array;
}

/**
 * Runs of rows of one rank in order of time: starts[n] <= row < ends[n], those of rank r from firstOf[r] up to firstOf[r + 1]. A
 * trace has one run of each rank in each slot of time it was written in.
 */
interface RankRuns {
  readonly firstOf: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

interface RankIndex {
  readonly ranks: number;
  /** Null where runs are so short that looking through all rows is as fast. */
  readonly runs: RankRuns | null;
}

/** Rows of a run, on average, from which on it pays to know them. */
const LEAST_RUN = 4;

const known = new WeakMap<Int32Array, RankIndex>();

/** Found once per column: a window is then a search in each run instead of a pass. */
function indexOf(spans: SpanColumns): RankIndex {
  const last = known.get(spans.rank);
  if (last) return last;
  const index = buildIndex(spans);
  known.set(spans.rank, index);
  return index;
}

function buildIndex(spans: SpanColumns): RankIndex {
  const { rows, rank, enter, exit } = spans;
  const starts = new Int32Array(Math.ceil(rows / LEAST_RUN));
  let ranks = 0;
  let runs = 0;
  let ordered = true;
  for (let row = 0; row < rows; row++) {
    if (rank[row] >= ranks) ranks = rank[row] + 1;
    if (!ordered) continue;
    const goesOn =
      row > 0 && rank[row] === rank[row - 1] && enter[row] >= enter[row - 1] && exit[row] >= exit[row - 1];
    ordered = rank[row] >= 0 && exit[row] >= enter[row] && (goesOn || runs < starts.length);
    if (ordered && !goesOn) starts[runs++] = row;
  }
  return { ranks, runs: ordered ? runsByRank(spans, ranks, starts.subarray(0, runs)) : null };
}

function runsByRank({ rows, rank }: SpanColumns, ranks: number, found: Int32Array): RankRuns {
  const firstOf = new Int32Array(ranks + 1);
  for (const start of found) firstOf[rank[start] + 1]++;
  for (let at = 0; at < ranks; at++) firstOf[at + 1] += firstOf[at];
  const next = firstOf.slice(0, ranks);
  const starts = new Int32Array(found.length);
  const ends = new Int32Array(found.length);
  for (let run = 0; run < found.length; run++) {
    const at = next[rank[found[run]]]++;
    starts[at] = found[run];
    ends[at] = run + 1 < found.length ? found[run + 1] : rows;
  }
  return { firstOf, starts, ends };
}

export function countRanks(spans: SpanColumns): number {
  return indexOf(spans).ranks;
}

/** The spans that reach into the grid. */
export function spanRuns(spans: SpanColumns, grid: TileGrid): SpanRuns {
  const { runs } = indexOf(spans);
  return runs ? searchRuns(spans, grid, runs) : sortRuns(spans, grid);
}

function searchRuns({ enter, exit }: SpanColumns, grid: TileGrid, runs: RankRuns): SpanRuns {
  const { firstRank, block, rows, start, bin, columns } = grid;
  const { firstOf, starts, ends } = runs;
  const end = start + bin * columns;
  const firstOfRow = (row: number) => firstOf[within(firstRank + row * block, firstOf.length - 1)];
  const bounds = new Int32Array(2 * (firstOfRow(rows) - firstOfRow(0)));
  const firstRun = new Int32Array(rows + 1);
  let found = 0;
  for (let row = 0; row < rows; row++) {
    const last = firstOfRow(row + 1);
    for (let run = firstOfRow(row); run < last; run++) {
      const from = firstAtLeast(exit, start, starts[run], ends[run]);
      const to = firstAtLeast(enter, end, from, ends[run]);
      if (to === from) continue;
      bounds[2 * found] = from;
      bounds[2 * found + 1] = to;
      found++;
    }
    firstRun[row + 1] = found;
  }
  return { order: null, bounds: bounds.subarray(0, 2 * found), firstRun };
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

function firstAtLeast(sorted: Float64Array, value: number, from: number, to: number): number {
  if (from === to || sorted[to - 1] < value) return to;
  if (sorted[from] >= value) return from;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A counting sort, so that the sums of one row fit into the cache. */
function sortRuns({ rows: count, rank, enter, exit }: SpanColumns, grid: TileGrid): SpanRuns {
  const { firstRank, block, rows, start, bin, columns } = grid;
  const end = start + bin * columns;
  const rowOf = new Int32Array(count);
  const offsets = new Int32Array(rows + 1);
  for (let span = 0; span < count; span++) {
    const row = Math.floor((rank[span] - firstRank) / block);
    const inside =
      row >= 0 && row < rows && enter[span] < end && exit[span] >= start && exit[span] >= enter[span];
    rowOf[span] = inside ? row : -1;
    if (inside) offsets[row + 1]++;
  }
  for (let row = 0; row < rows; row++) offsets[row + 1] += offsets[row];
  const next = offsets.slice(0, rows);
  const order = new Int32Array(offsets[rows]);
  for (let span = 0; span < count; span++) if (rowOf[span] >= 0) order[next[rowOf[span]]++] = span;
  const bounds = new Int32Array(rows * 2);
  for (let row = 0; row < rows; row++) bounds.set([offsets[row], offsets[row + 1]], 2 * row);
  return { order, bounds, firstRun: Int32Array.from({ length: rows + 1 }, (_, row) => row) };
}

/** Rows of the spans of all runs; only to be asked for when they are few. */
export function rowsOfRuns({ order, bounds }: SpanRuns): Int32Array {
  const rows: number[] = [];
  for (let run = 0; run < bounds.length; run += 2) {
    for (let at = bounds[run]; at < bounds[run + 1]; at++) rows.push(order ? order[at] : at);
  }
  return Int32Array.from(rows).sort();
}

/** Spans of all runs, or those that count. */
export function countRuns({ order, bounds }: SpanRuns, counts?: (row: number) => boolean): number {
  let count = 0;
  for (let run = 0; run < bounds.length; run += 2) {
    if (!counts) count += bounds[run + 1] - bounds[run];
    else for (let at = bounds[run]; at < bounds[run + 1]; at++) if (counts(order ? order[at] : at)) count++;
  }
  return count;
}
