import type { ByteSink } from './byte-sink.ts';
import { bitWidth, packBits } from './pack-bits.ts';

/**
 * DELTA_BINARY_PACKED: differences to the value before, in blocks. A block has its smallest difference
 * and packs what the others have above it; each quarter of it (miniblock) in a width of its own.
 */
const BLOCK = 128;
const MINIBLOCK = 32;
const MINIBLOCKS = BLOCK / MINIBLOCK;
const TWO_32 = 2 ** 32;

/** Whether doubles hold all differences, and differences of those, exactly. */
export function canPackDeltas(smallest: number, largest: number): boolean {
  return largest - smallest < 2 ** 51 && smallest > -(2 ** 52);
}

export class DeltaPacker {
  private readonly differences = new Float64Array(BLOCK);
  private readonly low = new Int32Array(BLOCK);
  private readonly high = new Int32Array(BLOCK);

  /** Differences of int32 wrap around, as the format wants it: they never take more than 32 bits. */
  int32(sink: ByteSink, values: Int32Array, count: number): void {
    writeHeader(sink, count, values[0]);
    const { differences } = this;
    for (let at = 1; at < count; at += BLOCK) {
      const rows = Math.min(BLOCK, count - at);
      let smallest = Number.POSITIVE_INFINITY;
      for (let row = 0; row < rows; row++) {
        const difference = (values[at + row] - values[at + row - 1]) | 0;
        differences[row] = difference;
        if (difference < smallest) smallest = difference;
      }
      this.narrowBlock(sink, smallest, rows);
    }
  }

  int64(sink: ByteSink, values: Float64Array, count: number): void {
    writeHeader(sink, count, values[0]);
    const { differences } = this;
    for (let at = 1; at < count; at += BLOCK) {
      const rows = Math.min(BLOCK, count - at);
      let smallest = Number.POSITIVE_INFINITY;
      let largest = Number.NEGATIVE_INFINITY;
      for (let row = 0; row < rows; row++) {
        const difference = values[at + row] - values[at + row - 1];
        differences[row] = difference;
        if (difference < smallest) smallest = difference;
        if (difference > largest) largest = difference;
      }
      if (largest - smallest < TWO_32) this.narrowBlock(sink, smallest, rows);
      else this.wideBlock(sink, smallest, rows);
    }
  }

  private narrowBlock(sink: ByteSink, smallest: number, rows: number): void {
    const { differences, low } = this;
    writeBlockHeader(sink, smallest);
    const widths = sink.length - MINIBLOCKS;
    for (let from = 0; from < rows; from += MINIBLOCK) {
      const end = Math.min(rows, from + MINIBLOCK);
      let bits = 0;
      for (let row = from; row < end; row++) {
        const above = (differences[row] - smallest) | 0;
        low[row] = above;
        bits |= above;
      }
      if (end === rows) low.fill(0, rows, from + MINIBLOCK);
      const width = bitWidth(bits);
      sink.setByte(widths + from / MINIBLOCK, width);
      if (width > 0) packBits(sink, low, from, MINIBLOCK, width);
    }
  }

  private wideBlock(sink: ByteSink, smallest: number, rows: number): void {
    const { differences, low, high } = this;
    writeBlockHeader(sink, smallest);
    const widths = sink.length - MINIBLOCKS;
    low.fill(0);
    high.fill(0);
    for (let from = 0; from < rows; from += MINIBLOCK) {
      let bits = 0;
      for (let row = from; row < Math.min(rows, from + MINIBLOCK); row++) {
        const above = differences[row] - smallest;
        low[row] = above;
        high[row] = above / TWO_32;
        bits |= high[row];
      }
      const width = 32 + bitWidth(bits);
      sink.setByte(widths + from / MINIBLOCK, width);
      packWide(sink, low, high, from, width);
    }
  }
}

function writeHeader(sink: ByteSink, count: number, first: number): void {
  for (const fact of [BLOCK, MINIBLOCKS, count]) sink.varint(fact);
  sink.zigzag(first);
}

/** Widths are filled in later; those of miniblocks that are not there stay 0. */
function writeBlockHeader(sink: ByteSink, smallest: number): void {
  sink.zigzag(smallest);
  sink.int32(0);
}

/** A miniblock of more than 32 bits a value, byte by byte: times that lie far apart. */
function packWide(sink: ByteSink, low: Int32Array, high: Int32Array, from: number, width: number): void {
  const bytes = new Uint8Array((MINIBLOCK / 8) * width);
  for (let index = 0; index < MINIBLOCK; index++) {
    putBits(bytes, index * width, low[from + index], 32);
    putBits(bytes, index * width + 32, high[from + index], width - 32);
  }
  sink.raw(bytes);
}

function putBits(bytes: Uint8Array, at: number, value: number, width: number): void {
  let rest = value;
  for (let bit = at; bit < at + width; bit = (bit | 7) + 1) {
    bytes[bit >> 3] |= rest << (bit & 7);
    rest >>>= 8 - (bit & 7);
  }
}
