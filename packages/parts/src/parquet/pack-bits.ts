import type { ByteSink } from './byte-sink.ts';

/** Bits needed for values from 0 to `largest`, which is below 2^32. */
export function bitWidth(largest: number): number {
  return 32 - Math.clz32(largest);
}

/**
 * Values [from, from + count) one after the other in `width` bits each, lowest bits first; `count` is
 * a multiple of 8, so that they end with a whole byte.
 */
export function packBits(
  sink: ByteSink,
  values: Int32Array,
  from: number,
  count: number,
  width: number,
): void {
  const bytes = (count / 8) * width;
  const view = sink.reserve(bytes + 4);
  let at = sink.length;
  let word = 0;
  let filled = 0;
  for (let index = from; index < from + count; index++) {
    const value = values[index];
    word |= value << filled;
    filled += width;
    if (filled >= 32) {
      view.setInt32(at, word, true);
      at += 4;
      filled -= 32;
      word = filled === 0 ? 0 : value >>> (width - filled);
    }
  }
  if (filled > 0) view.setInt32(at, word, true);
  sink.length += bytes;
}
