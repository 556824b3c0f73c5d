import type { ByteSink } from './byte-sink.ts';
import { bitWidth, packBits } from './pack-bits.ts';

/**
 * DELTA_BINARY_PACKED: differences to the value before, in blocks. A block has its smallest difference
 * and packs what the others have above it; each quarter of it (miniblock) in a width of its own.
 */
const BLOCK = 128;
const MINIBLOCK = 32;
const MINIBLOCKS = BLOCK / MINIBLOCK;

/** fastparquet reads wrong numbers, without a word, from miniblocks of more than 28 bits. */
const SPREAD_LIMIT = 2 ** 28;

/** Packs integers, or gives up where neighbours differ too much: what it wrote until then is of no use. */
export class DeltaPacker {
  private readonly differences = new Float64Array(BLOCK);
  private readonly above = new Int32Array(BLOCK);

  /** Differences of int32 wrap around, as the format wants it. */
  int32(sink: ByteSink, values: Int32Array): boolean {
    const count = values.length;
    writeHeader(sink, count, values[0]);
    const { differences } = this;
    for (let at = 1; at < count; at += BLOCK) {
      const rows = Math.min(BLOCK, count - at);
      let smallest = Number.POSITIVE_INFINITY;
      let largest = Number.NEGATIVE_INFINITY;
      let before = values[at - 1];
      for (let row = 0; row < rows; row++) {
        const value = values[at + row];
        const difference = (value - before) | 0;
        before = value;
        differences[row] = difference;
        if (difference < smallest) smallest = difference;
        if (difference > largest) largest = difference;
      }
      if (largest - smallest >= SPREAD_LIMIT) return false;
      this.writeBlock(sink, smallest, rows);
    }
    return true;
  }

  int64(sink: ByteSink, values: Float64Array): boolean {
    const count = values.length;
    writeHeader(sink, count, values[0]);
    const { differences } = this;
    for (let at = 1; at < count; at += BLOCK) {
      const rows = Math.min(BLOCK, count - at);
      let smallest = Number.POSITIVE_INFINITY;
      let largest = Number.NEGATIVE_INFINITY;
      let before = values[at - 1];
      for (let row = 0; row < rows; row++) {
        const value = values[at + row];
        const difference = value - before;
        before = value;
        differences[row] = difference;
        if (difference < smallest) smallest = difference;
        if (difference > largest) largest = difference;
      }
      if (largest - smallest >= SPREAD_LIMIT) return false;
      this.writeBlock(sink, smallest, rows);
    }
    return true;
  }

  private writeBlock(sink: ByteSink, smallest: number, rows: number): void {
    const { differences, above } = this;
    sink.zigzag(smallest);
    // Widths are filled in below; those of miniblocks that are not there stay 0.
    const widths = sink.length;
    sink.int32(0);
    if (rows < BLOCK) differences.fill(smallest, rows);
    for (let from = 0; from < rows; from += MINIBLOCK) {
      let bits = 0;
      for (let row = from; row < from + MINIBLOCK; row++) {
        const value = (differences[row] - smallest) | 0;
        above[row] = value;
        bits |= value;
      }
      const width = bitWidth(bits);
      sink.setByte(widths + from / MINIBLOCK, width);
      if (width > 0) packBits(sink, above, from, MINIBLOCK, width);
    }
  }
}

/** Neighbouring values that differ by less always fit into one packed block. */
const PACKED_DIFFERENCE = SPREAD_LIMIT / 2;
/** Between jumps that follow each other faster than this, packing does not pay. */
const LEAST_PAGE = 128;
const SCATTERED_PAGE = 1024;

/**
 * Where a page ends that starts with a value: at the next jump, since the first value of a page is no
 * difference. Times jump where the rows of one rank end and those of the next begin.
 */
export function deltaPageEnd(values: Int32Array | Float64Array, from: number, count: number): number {
  const end =
    values instanceof Int32Array ? nextJump32(values, from, count) : nextJump64(values, from, count);
  return end - from >= LEAST_PAGE ? end : Math.min(count, from + SCATTERED_PAGE);
}

function nextJump32(values: Int32Array, from: number, count: number): number {
  let row = from + 1;
  while (row < count && Math.abs(values[row] - values[row - 1]) < PACKED_DIFFERENCE) row++;
  return row;
}

function nextJump64(values: Float64Array, from: number, count: number): number {
  let row = from + 1;
  while (row < count && Math.abs(values[row] - values[row - 1]) < PACKED_DIFFERENCE) row++;
  return row;
}

/** Whether doubles hold the first value, doubled, and all differences exactly. */
export function canPackDeltas(smallest: number, largest: number): boolean {
  return largest - smallest < 2 ** 52 && smallest > -(2 ** 52);
}

function writeHeader(sink: ByteSink, count: number, first: number): void {
  for (const fact of [BLOCK, MINIBLOCKS, count]) sink.varint(fact);
  sink.zigzag(first);
}
