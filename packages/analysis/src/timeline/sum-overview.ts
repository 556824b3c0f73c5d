import type { TableFrame } from '@weft/model';
import { NO_CALL, reduceRow, type TileGrid, type Tiles } from './sum-tiles.ts';

type SpanSumFrame = TableFrame<
  'span_sums',
  'rank' | 'ranks' | 'call' | 'start' | 'length' | 'time' | 'count'
>;

/** The largest blocks and the longest bins that were written: no grid can be finer. */
export function coarsestCell({ rows, columns }: SpanSumFrame): {
  readonly block: number;
  readonly bin: number;
} {
  let block = 1;
  let bin = 1;
  for (let row = 0; row < rows; row++) {
    if (columns.ranks[row] > block) block = columns.ranks[row];
    if (columns.length[row] > bin) bin = columns.length[row];
  }
  return { block, bin };
}

/** The tiles that `sumTiles` makes of the spans themselves, for a grid that is not finer than the sums. */
export function sumOverview(sums: SpanSumFrame, grid: TileGrid, shown: Uint8Array | null = null): Tiles {
  const { rows, columns } = grid;
  const { call, start, time, count } = sums.columns;
  const names = call.dictionary.length;
  const calls = Math.min(Math.max(names, 1), NO_CALL);
  const tiles: Tiles = {
    call: new Uint8Array(rows * columns).fill(NO_CALL),
    busy: new Float64Array(rows * columns),
    time: new Float64Array(names),
    count: new Float64Array(names),
  };
  const perCall = new Float64Array(columns * calls);
  const { order, offsets } = rowsOfTiles(sums, grid);
  for (let row = 0; row < rows; row++) {
    for (let at = offsets[row]; at < offsets[row + 1]; at++) {
      const cell = order[at];
      const code = call.codes[cell];
      tiles.time[code] += time[cell];
      tiles.count[code] += count[cell];
      if (shown && shown[code] === 0) continue;
      const column = Math.floor((start[cell] - grid.start) / grid.bin);
      perCall[column * calls + Math.min(code, calls - 1)] += time[cell];
    }
    reduceRow(perCall, calls, tiles, row * columns, 0, columns - 1);
  }
  return tiles;
}

/** Rows of the sums inside the grid, by row of tiles. */
function rowsOfTiles({ rows: count, columns }: SpanSumFrame, grid: TileGrid) {
  const end = grid.start + grid.bin * grid.columns;
  const rowOf = new Int32Array(count);
  const offsets = new Int32Array(grid.rows + 1);
  for (let at = 0; at < count; at++) {
    const row = Math.floor((columns.rank[at] - grid.firstRank) / grid.block);
    const inside = row >= 0 && row < grid.rows && columns.start[at] >= grid.start && columns.start[at] < end;
    rowOf[at] = inside ? row : -1;
    if (inside) offsets[row + 1]++;
  }
  for (let row = 0; row < grid.rows; row++) offsets[row + 1] += offsets[row];
  const next = offsets.slice(0, grid.rows);
  const order = new Int32Array(offsets[grid.rows]);
  for (let at = 0; at < count; at++) if (rowOf[at] >= 0) order[next[rowOf[at]]++] = at;
  return { order, offsets };
}
