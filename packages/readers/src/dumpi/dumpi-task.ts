import { type MatchCounts, type MatchTask, matchPartition, matchTaskBuffers } from '../matching/index.ts';
import type { TraceWork } from '../trace-threads/index.ts';
import { type DecodedRank, type DecodeTask, decodeRank } from './decode-rank.ts';
import { type FileScan, scanFile } from './scan-file.ts';

export type DumpiTask =
  | { readonly kind: 'scan'; readonly path: string }
  | { readonly kind: 'decode'; readonly task: DecodeTask }
  | { readonly kind: 'match'; readonly task: MatchTask };

export type DumpiResult = FileScan | DecodedRank | MatchCounts;

/** All work on a trace that runs in threads: both passes over a file, and the matching of a partition. */
export const runDumpiTask: TraceWork<DumpiTask, DumpiResult> = async (input, output) => {
  if (input.kind === 'scan') return scanFile(input.path);
  if (input.kind === 'decode') return decodeRank(input.task, output);
  return matchPartition(input.task, output.write);
};

export function dumpiTaskBuffers(input: DumpiTask): ArrayBuffer[] {
  return input.kind === 'match' ? matchTaskBuffers(input.task) : [];
}
