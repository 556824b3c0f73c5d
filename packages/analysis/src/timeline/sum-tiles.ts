import type { SpanColumns } from './span-columns.ts';

/** Blocks of ranks x bins of time, both of a power of two. */
export interface TileGrid {
  readonly firstRank: number;
  readonly block: number;
  readonly rows: number;
  readonly start: number;
  readonly bin: number;
  readonly columns: number;
}

/** Row by row: the call that took most time of the cell, and the time all calls took in it. */
export interface Tiles {
  /** Index of the call's name; NO_CALL where no time was spent inside calls. */
  readonly call: Uint8Array;
  /** Nanoseconds, added up over the ranks of the block. */
  readonly busy: Float64Array;
  /** Per name: time and number of calls that reach into the grid. */
  readonly time: Float64Array;
  readonly count: Float64Array;
}

export const NO_CALL = 255;

/** The lowest index wins among calls of equal time. Names from 255 on share the last index. */
export function sumTiles(spans: SpanColumns, grid: TileGrid): Tiles {
  const { rows, columns, start, bin } = grid;
  const calls = Math.min(Math.max(spans.names.length, 1), NO_CALL);
  const tiles: Tiles = {
    call: new Uint8Array(rows * columns).fill(NO_CALL),
    busy: new Float64Array(rows * columns),
    time: new Float64Array(spans.names.length),
    count: new Float64Array(spans.names.length),
  };
  const { order, offsets } = groupByRow(spans, grid);
  const perCall = new Float64Array(columns * calls);
  const end = start + columns * bin;
  for (let row = 0; row < rows; row++) {
    let firstColumn = columns;
    let lastColumn = -1;
    for (let at = offsets[row]; at < offsets[row + 1]; at++) {
      const span = order[at];
      const enter = Math.max(spans.enter[span], start);
      const exit = Math.min(spans.exit[span], end);
      tiles.time[spans.call[span]] += exit - enter;
      tiles.count[spans.call[span]]++;
      if (exit <= enter) continue;
      const first = Math.floor((enter - start) / bin);
      const last = Math.min(Math.floor((exit - start) / bin), columns - 1);
      if (first < firstColumn) firstColumn = first;
      if (last > lastColumn) lastColumn = last;
      const code = Math.min(spans.call[span], calls - 1);
      addSpan(perCall, calls, code, enter - start, exit - start, bin, first, last);
    }
    if (lastColumn >= 0) reduceRow(perCall, calls, tiles, row * columns, firstColumn, lastColumn);
  }
  return tiles;
}

function addSpan(
  perCall: Float64Array,
  calls: number,
  code: number,
  from: number,
  to: number,
  bin: number,
  first: number,
  last: number,
): void {
  if (first === last) {
    perCall[first * calls + code] += to - from;
    return;
  }
  perCall[first * calls + code] += (first + 1) * bin - from;
  for (let column = first + 1; column < last; column++) perCall[column * calls + code] += bin;
  perCall[last * calls + code] += to - last * bin;
}

/** Takes the sums of one row out of `perCall` and leaves it empty. */
function reduceRow(
  perCall: Float64Array,
  calls: number,
  tiles: Tiles,
  base: number,
  first: number,
  last: number,
): void {
  for (let column = first; column <= last; column++) {
    let best = 0;
    let sum = 0;
    for (let code = 0, at = column * calls; code < calls; code++, at++) {
      const time = perCall[at];
      if (time === 0) continue;
      sum += time;
      if (time > best) {
        best = time;
        tiles.call[base + column] = code;
      }
      perCall[at] = 0;
    }
    tiles.busy[base + column] = sum;
  }
}

/** Spans that reach into the grid, row by row: a counting sort, so that one row's sums fit into the cache. */
function groupByRow(
  { rows: count, rank, enter, exit }: SpanColumns,
  { firstRank, block, rows, start, bin, columns }: TileGrid,
): { order: Int32Array; offsets: Int32Array } {
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
  return { order, offsets };
}
