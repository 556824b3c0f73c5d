import { dumpiReader } from './dumpi/dumpi-reader.ts';
import { dumpiTextReader } from './dumpi-text/dumpi-text-reader.ts';
import { ipmReader } from './ipm/ipm-reader.ts';
import { otf2Reader } from './otf2/index.ts';
import type { Reader } from './reader.ts';

/** Every format `weft import` knows: one line each. */
// biome-ignore format: a format is one line
export const readers: readonly Reader[] = [
  dumpiReader,
  dumpiTextReader,
  ipmReader,
  otf2Reader,
];
