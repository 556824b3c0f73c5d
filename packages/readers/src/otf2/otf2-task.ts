import { type MatchCounts, type MatchTask, matchPartition, matchTaskBuffers } from '../matching/index.ts';
import type { TraceThreads, TraceWork } from '../trace-threads/index.ts';
import type { RankTask } from './decode-context.ts';
import { decodeRank, type RankResult } from './decode-rank.ts';
import { type ScanResult, type ScanTask, scanFile } from './scan-file.ts';

type Otf2Task =
  | { readonly kind: 'decode'; readonly task: RankTask }
  | { readonly kind: 'scan'; readonly task: ScanTask }
  | { readonly kind: 'match'; readonly task: MatchTask };

type Otf2Result = RankResult | ScanResult | MatchCounts;
export type Otf2Threads = TraceThreads<Otf2Task, Otf2Result>;

/** All work on an archive that runs in threads. */
export const runOtf2Task: TraceWork<Otf2Task, Otf2Result> = async (input, output) => {
  if (input.kind === 'decode') return decodeRank(input.task, output);
  if (input.kind === 'scan') return scanFile(input.task, output);
  return matchPartition(input.task, output.write);
};

export function otf2TaskBuffers(input: Otf2Task): ArrayBuffer[] {
  return input.kind === 'match' ? matchTaskBuffers(input.task) : [];
}
