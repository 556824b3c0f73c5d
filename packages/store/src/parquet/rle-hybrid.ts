import type { ByteSink } from './byte-sink.ts';
import { packBits } from './pack-bits.ts';

/** A repetition shorter than this is packed with its neighbours. */
const LEAST_RUN = 16;

/**
 * Parquet's RLE encoding, for levels and codes of a dictionary: repetitions, and between them groups
 * of eight packed values. `codes` needs room for seven more than `count`; they are set to 0.
 */
export function writeRleHybrid(sink: ByteSink, codes: Int32Array, count: number, width: number): void {
  codes.fill(0, count, (count + 7) & ~7);
  for (let at = 0; at < count; ) {
    const run = runLength(codes, at, count);
    if (run >= LEAST_RUN) {
      writeRun(sink, codes[at], run, width);
      at += run;
      continue;
    }
    let end = at + 8;
    while (end < count && !isRun(codes, end, count)) end += 8;
    sink.varint(((end - at) / 8) * 2 + 1);
    packBits(sink, codes, at, end - at, width);
    at = end;
  }
}

/** `count` times the same value. */
export function writeRun(sink: ByteSink, value: number, count: number, width: number): void {
  sink.varint(count * 2);
  for (let bits = 0; bits < width; bits += 8) sink.byte((value >>> bits) & 255);
}

function isRun(codes: Int32Array, from: number, count: number): boolean {
  if (codes[from] !== codes[from + 1]) return false;
  return runLength(codes, from, Math.min(count, from + LEAST_RUN)) === LEAST_RUN;
}

function runLength(codes: Int32Array, from: number, count: number): number {
  const code = codes[from];
  let end = from + 1;
  while (end < count && codes[end] === code) end++;
  return end - from;
}
