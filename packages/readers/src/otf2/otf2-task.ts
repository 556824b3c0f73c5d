import type { PoolWork } from '@weft/threads';
import type { MatchCounts, MessageBatch } from '../matching/match-partition.ts';
import { type MatchTask, matchPartition } from '../matching/match-task.ts';
import type { RankTask } from './decode-context.ts';
import { decodeRank, type RankMessage, type RankResult } from './decode-rank.ts';
import { type ScanResult, type ScanTask, scanFile } from './scan-file.ts';

export type Otf2Task =
  | { readonly kind: 'decode'; readonly task: RankTask }
  | { readonly kind: 'scan'; readonly task: ScanTask }
  | { readonly kind: 'match'; readonly task: MatchTask };

export type Otf2Message = RankMessage | { readonly kind: 'messages'; readonly batch: MessageBatch };
export type Otf2Result = RankResult | ScanResult | MatchCounts;

/** All work on an archive that runs in threads. */
export const runOtf2Task: PoolWork<Otf2Task, Otf2Message, Otf2Result> = async (input, send) => {
  if (input.kind === 'decode') return decodeRank(input.task, send);
  if (input.kind === 'scan') return scanFile(input.task, (bytes) => send({ kind: 'progress', bytes }));
  return matchPartition(input.task, (batch, transfer) => send({ kind: 'messages', batch }, transfer));
};
