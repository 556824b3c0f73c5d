import type { PoolWork } from '@weft/threads';
import { type DecodedRank, type DecodeMessage, type DecodeTask, decodeRank } from './decode-rank.ts';
import { type FileScan, scanFile } from './scan-file.ts';

export type DumpiTask =
  | { readonly kind: 'scan'; readonly path: string }
  | { readonly kind: 'decode'; readonly task: DecodeTask };

export type DumpiResult = FileScan | DecodedRank;

/** Both passes over a file, for a pool of threads. */
export const readDumpiFile: PoolWork<DumpiTask, DecodeMessage, DumpiResult> = async (input, send) =>
  input.kind === 'scan' ? scanFile(input.path) : decodeRank(input.task, send);
