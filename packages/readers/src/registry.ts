import { dumpiReader } from './dumpi/dumpi-reader.ts';
import { otf2Reader } from './otf2/index.ts';
import type { Reader } from './reader.ts';

/** Every format `weft import` knows: one line each. */
export const readers: readonly Reader[] = [dumpiReader, otf2Reader];
