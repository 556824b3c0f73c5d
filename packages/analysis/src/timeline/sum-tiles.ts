import type { SpanColumns } from '../spans/span-columns.ts';
import { type SpanRuns, spanRuns } from './span-index.ts';

/** Blocks of ranks x bins of time; a bin is a power of two, so that dividing by it is exact. */
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

/**
 * The lowest index wins among calls of equal time. Names from 255 on share the last index. What is not `shown` counts in
 * the totals per name alone.
 */
export function sumTiles(
  spans: SpanColumns,
  grid: TileGrid,
  runs = spanRuns(spans, grid),
  shown: Uint8Array | null = null,
): Tiles {
  const { rows, columns } = grid;
  const calls = Math.min(Math.max(spans.names.length, 1), NO_CALL);
  const tiles: Tiles = {
    call: new Uint8Array(rows * columns).fill(NO_CALL),
    busy: new Float64Array(rows * columns),
    time: new Float64Array(spans.names.length),
    count: new Float64Array(spans.names.length),
  };
  const perCall = new Float64Array(columns * calls);
  for (let row = 0; row < rows; row++) {
    const touched = { first: columns, last: -1 };
    for (let run = runs.firstRun[row]; run < runs.firstRun[row + 1]; run++)
      addRun(spans, grid, runs, run, calls, perCall, tiles, shown, touched);
    reduceRow(perCall, calls, tiles, row * columns, touched.first, touched.last);
  }
  return tiles;
}

/** The first and last column of a row with any sum. */
interface Touched {
  first: number;
  last: number;
}

/** Adds the spans of one run to the sums of their row. */
function addRun(
  spans: SpanColumns,
  { start, bin, columns }: TileGrid,
  { order, bounds }: SpanRuns,
  run: number,
  calls: number,
  perCall: Float64Array,
  { time, count }: Tiles,
  shown: Uint8Array | null,
  touched: Touched,
): void {
  const { enter, exit, call } = spans;
  const end = bin * columns;
  const perBin = 1 / bin;
  let { first: low, last: high } = touched;
  for (let at = bounds[2 * run]; at < bounds[2 * run + 1]; at++) {
    const span = order ? order[at] : at;
    const from = Math.max(enter[span] - start, 0);
    const to = Math.min(exit[span] - start, end);
    const code = call[span];
    time[code] += to - from;
    count[code]++;
    if (to <= from || (shown && shown[code] === 0)) continue;
    const first = Math.floor(from * perBin);
    const last = Math.min(Math.floor(to * perBin), columns - 1);
    if (first < low) low = first;
    if (last > high) high = last;
    addSpan(perCall, calls, code < calls ? code : calls - 1, from, to, bin, first, last);
  }
  touched.first = low;
  touched.last = high;
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
