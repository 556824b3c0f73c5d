import type { Ribbons } from '@weft/analysis';

export const MAIN_SHARE = 0.9;

/** The fewest ribbons that make most of a phase's bytes, in their order; equal ones stay or go together. */
export function mainFlows({ src, dst, bytes, messages }: Ribbons): Ribbons {
  const largest = bytes.slice().sort().reverse();
  const enough = MAIN_SHARE * largest.reduce((sum, size) => sum + size, 0);
  let least = 0;
  for (let i = 0, sum = 0; i < largest.length && sum < enough; i++) {
    least = largest[i];
    sum += least;
  }
  const kept = Int32Array.from(bytes.keys()).filter((i) => bytes[i] >= least);
  return {
    src: kept.map((i) => src[i]),
    dst: kept.map((i) => dst[i]),
    bytes: Float64Array.from(kept, (i) => bytes[i]),
    messages: Float64Array.from(kept, (i) => messages[i]),
  };
}
