import type { PoolWork } from '@weft/threads';
import type { MatchCounts, MessageBatch } from '../matching/index.ts';
import { type MatchTask, matchPartition } from '../matching/match-task.ts';
import { type DecodedRank, type DecodeMessage, type DecodeTask, decodeRank } from './decode-rank.ts';
import { type FileScan, scanFile } from './scan-file.ts';

export type DumpiTask =
  | { readonly kind: 'scan'; readonly path: string }
  | { readonly kind: 'decode'; readonly task: DecodeTask }
  | { readonly kind: 'match'; readonly task: MatchTask };

export type DumpiMessage = DecodeMessage | { readonly kind: 'messages'; readonly batch: MessageBatch };
export type DumpiResult = FileScan | DecodedRank | MatchCounts;

/** All work on a trace that runs in threads: both passes over a file, and the matching of a partition. */
export const readDumpiFile: PoolWork<DumpiTask, DumpiMessage, DumpiResult> = async (input, send) => {
  if (input.kind === 'scan') return scanFile(input.path);
  if (input.kind === 'decode') return decodeRank(input.task, send);
  return matchPartition(input.task, (batch, transfer) => send({ kind: 'messages', batch }, transfer));
};
