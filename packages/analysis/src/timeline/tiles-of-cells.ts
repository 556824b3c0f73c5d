import type { TextColumn } from '@weft/model';
import { NO_CALL, type TileGrid, type Tiles } from './sum-tiles.ts';

/** Cells that the store has added up, with the call that took most time of each. */
interface SummedCells {
  readonly row: ArrayLike<number>;
  readonly column: ArrayLike<number>;
  readonly call: TextColumn;
  readonly time: Float64Array;
}

/** Time and number of calls of each name. */
export interface CallTotals {
  readonly call: TextColumn;
  readonly time: Float64Array;
  readonly count: Float64Array;
}

/** Names from 255 on share the last index, as in `sumTiles`. */
export function tilesOfCells(
  cells: SummedCells | undefined,
  grid: TileGrid,
  names: readonly string[],
): Pick<Tiles, 'call' | 'busy'> {
  const tiles = {
    call: new Uint8Array(grid.rows * grid.columns).fill(NO_CALL),
    busy: new Float64Array(grid.rows * grid.columns),
  };
  if (!cells) return tiles;
  const indices = indicesIn(names, cells.call.dictionary);
  for (let at = 0; at < cells.time.length; at++) {
    if (cells.time[at] === 0) continue;
    const tile = cells.row[at] * grid.columns + cells.column[at];
    tiles.call[tile] = Math.min(indices[cells.call.codes[at]], NO_CALL - 1);
    tiles.busy[tile] = cells.time[at];
  }
  return tiles;
}

/** Totals in the order of the names. */
export function totalsByName({ call, time, count }: CallTotals, names: readonly string[]) {
  const totals = { time: new Float64Array(names.length), count: new Float64Array(names.length) };
  const indices = indicesIn(names, call.dictionary);
  call.codes.forEach((code, row) => {
    totals.time[indices[code]] = time[row];
    totals.count[indices[code]] = count[row];
  });
  return totals;
}

/** These names, then those that calls were counted of beside them. */
export function namesWith(names: readonly string[], { call }: CallTotals): string[] {
  return [...new Set([...names, ...Array.from(call.codes, (code) => call.dictionary[code])])];
}

function indicesIn(names: readonly string[], dictionary: readonly string[]): Int32Array {
  const index = new Map(names.map((name, at) => [name, at]));
  return Int32Array.from(dictionary, (name) => index.get(name) ?? -1);
}
