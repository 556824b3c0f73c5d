import { cellsOfRange } from './snap-range.ts';
import type { TileGrid } from './sum-tiles.ts';
import type { TimelineParams } from './timeline-params.ts';

const FINEST = { block: 1, bin: 1 };

/** The cells of a window, none finer than `least`. */
export function tileGrid(
  choice: Pick<TimelineParams, 'time' | 'ranks' | 'columns' | 'rows'>,
  ranks: number,
  extent: readonly [number, number],
  least = FINEST,
): TileGrid {
  const [start, end] = choice.time ?? extent;
  const [first, last] = choice.ranks ?? [0, ranks];
  const time = cellsOfRange(start, Math.max(end, start + 1), choice.columns, least.bin);
  const rank = cellsOfRange(first, Math.max(Math.min(last, ranks), first + 1), choice.rows, least.block);
  return {
    firstRank: rank.from,
    block: rank.step,
    rows: rank.cells,
    start: time.from,
    bin: time.step,
    columns: time.cells,
  };
}

/** Ranks and times of all cells. */
export function windowOf({ firstRank, block, rows, start, bin, columns }: TileGrid) {
  return {
    ranks: [firstRank, firstRank + block * rows] as const,
    time: [start, start + bin * columns] as const,
  };
}
