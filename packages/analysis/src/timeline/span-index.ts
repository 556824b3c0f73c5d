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

/** Where each rank's spans start, when they stand rank by rank in order of time; null = they do not. */
interface RankIndex {
  readonly ranks: number;
  readonly offsets: Int32Array | null;
}

const known = new WeakMap<Int32Array, RankIndex>();

/** Found once per column: trace readers write rank by rank, and then a window is a search instead of a pass. */
function indexOf(spans: SpanColumns): RankIndex {
  const last = known.get(spans.rank);
  if (last) return last;
  const index = buildIndex(spans);
  known.set(spans.rank, index);
  return index;
}

function buildIndex({ rows, rank, enter, exit }: SpanColumns): RankIndex {
  let ranks = 0;
  let ordered = true;
  for (let row = 0; row < rows; row++) {
    if (rank[row] >= ranks) ranks = rank[row] + 1;
    if (exit[row] < enter[row]) ordered = false;
    if (row === 0 || !ordered) continue;
    const same = rank[row] === rank[row - 1];
    if (same) ordered = enter[row] >= enter[row - 1] && exit[row] >= exit[row - 1];
    else ordered = rank[row] > rank[row - 1];
  }
  if (!ordered) return { ranks, offsets: null };
  const offsets = new Int32Array(ranks + 1);
  for (let row = 0; row < rows; row++) offsets[rank[row] + 1]++;
  for (let at = 0; at < ranks; at++) offsets[at + 1] += offsets[at];
  return { ranks, offsets };
}

export function countRanks(spans: SpanColumns): number {
  return indexOf(spans).ranks;
}

/** The spans that reach into the grid. */
export function spanRuns(spans: SpanColumns, grid: TileGrid): SpanRuns {
  const { offsets } = indexOf(spans);
  return offsets ? searchRuns(spans, grid, offsets) : sortRuns(spans, grid);
}

function searchRuns({ enter, exit }: SpanColumns, grid: TileGrid, offsets: Int32Array): SpanRuns {
  const { firstRank, block, rows, start, bin, columns } = grid;
  const end = start + bin * columns;
  const ranks = rows * block;
  const bounds = new Int32Array(ranks * 2);
  const last = offsets.length - 1;
  for (let at = 0; at < ranks; at++) {
    const rank = firstRank + at;
    if (rank < 0 || rank >= last) continue;
    const from = firstAtLeast(exit, start, offsets[rank], offsets[rank + 1]);
    bounds[2 * at] = from;
    bounds[2 * at + 1] = firstAtLeast(enter, end, from, offsets[rank + 1]);
  }
  const firstRun = Int32Array.from({ length: rows + 1 }, (_, row) => row * block);
  return { order: null, bounds, firstRun };
}

function firstAtLeast(sorted: Float64Array, value: number, from: number, to: number): number {
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
