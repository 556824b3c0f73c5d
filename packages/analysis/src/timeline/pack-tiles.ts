import type { ResultOf } from '../analysis.ts';
import { NO_CALL, type TileGrid, type Tiles } from './sum-tiles.ts';
import type { timelineResult } from './timeline-result.ts';

type DrawnTiles = Pick<Tiles, 'call' | 'busy'>;
type TileFrames = Pick<ResultOf<typeof timelineResult>, 'tiles' | 'grid'>;

/** Tiles as they travel: one byte for the call, two for the share of the time inside calls. */
export interface PackedTiles extends TileGrid {
  /** Index into the names of the frame `calls`; NO_CALL = nothing. */
  readonly call: Uint8Array;
  /** 0 = no time, 65535 = all of the block's time (or more, where calls overlap). */
  readonly share: Uint16Array;
}

/** Frames hold 32-bit numbers: bytes are packed four, shares two to a number, little-endian. */
export function framesOfTiles(tiles: DrawnTiles, grid: TileGrid): TileFrames {
  const cells = tiles.call.length;
  const words = Math.ceil(cells / 4);
  const call = new Int32Array(words);
  new Uint8Array(call.buffer).set(tiles.call);
  const share = new Int32Array(words * 2);
  new Uint16Array(share.buffer).set(packShares(tiles, grid));
  return {
    tiles: {
      rows: words,
      columns: { call, share_low: share.subarray(0, words), share_high: share.subarray(words) },
    },
    grid: {
      rows: 1,
      columns: {
        first_rank: Int32Array.of(grid.firstRank),
        block: Int32Array.of(grid.block),
        rows: Int32Array.of(grid.rows),
        start: Float64Array.of(grid.start),
        bin: Float64Array.of(grid.bin),
        columns: Int32Array.of(grid.columns),
      },
    },
  };
}

function packShares({ call, busy }: DrawnTiles, { block, bin }: TileGrid): Uint16Array {
  const factor = 65535 / (block * bin);
  return Uint16Array.from(busy, (time, cell) =>
    call[cell] === NO_CALL ? 0 : Math.min(65535, Math.max(1, Math.round(time * factor))),
  );
}

export function tilesOfFrames(frames: TileFrames): PackedTiles {
  const numbers = frames.grid.columns;
  const grid: TileGrid = {
    firstRank: numbers.first_rank[0],
    block: numbers.block[0],
    rows: numbers.rows[0],
    start: numbers.start[0],
    bin: numbers.bin[0],
    columns: numbers.columns[0],
  };
  const { call, share_low, share_high } = frames.tiles.columns;
  const cells = grid.rows * grid.columns;
  const share = new Int32Array(share_low.length * 2);
  share.set(share_low);
  share.set(share_high, share_low.length);
  return {
    ...grid,
    call: new Uint8Array(call.buffer, call.byteOffset, cells),
    share: new Uint16Array(share.buffer, 0, cells),
  };
}
