import type { ByteSink } from './byte-sink.ts';
import { packBits } from './pack-bits.ts';

/** A repetition shorter than this is packed with its neighbours. */
const LEAST_RUN = 16;
const GROUP = 8;

/**
 * Parquet's RLE encoding of codes [from, to), for levels and codes of a dictionary: repetitions, and
 * between them groups of eight packed values, the last one padded with 0.
 */
export function writeRleHybrid(
  sink: ByteSink,
  codes: Int32Array,
  from: number,
  to: number,
  width: number,
): void {
  for (let at = from; at < to; ) {
    const run = runLength(codes, at, to);
    if (run >= LEAST_RUN) {
      writeRun(sink, codes[at], run, width);
      at += run;
      continue;
    }
    const end = nextRun(codes, at, to);
    writePacked(sink, codes, at, end, to, width);
    at = end;
  }
}

/** Where groups of eight from `at` on end: before a run, or behind the last code. */
function nextRun(codes: Int32Array, at: number, to: number): number {
  let end = at + GROUP;
  while (end < to && !isRun(codes, end, to)) end += GROUP;
  return end;
}

function writePacked(
  sink: ByteSink,
  codes: Int32Array,
  at: number,
  end: number,
  to: number,
  width: number,
): void {
  sink.varint(((end - at) / GROUP) * 2 + 1);
  const whole = end > to ? end - GROUP : end;
  packBits(sink, codes, at, whole - at, width);
  if (end > to) packBits(sink, padded(codes.subarray(whole, to)), 0, GROUP, width);
}

/** `count` times the same value. */
export function writeRun(sink: ByteSink, value: number, count: number, width: number): void {
  sink.varint(count * 2);
  for (let bits = 0; bits < width; bits += 8) sink.byte((value >>> bits) & 255);
}

function padded(codes: Int32Array): Int32Array {
  const group = new Int32Array(GROUP);
  group.set(codes);
  return group;
}

function isRun(codes: Int32Array, from: number, to: number): boolean {
  return from + LEAST_RUN <= to && runLength(codes, from, from + LEAST_RUN) === LEAST_RUN;
}

function runLength(codes: Int32Array, from: number, to: number): number {
  const code = codes[from];
  let end = from + 1;
  while (end < to && codes[end] === code) end++;
  return end - from;
}
