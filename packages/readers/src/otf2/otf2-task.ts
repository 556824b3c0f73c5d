import { type MatchCounts, type MatchTask, matchPartition } from '../matching/index.ts';
import type { TraceThreads, TraceWork } from '../trace-threads/index.ts';
import type { RankTask } from './decode-context.ts';
import { decodeRank, type RankResult } from './decode-rank.ts';
import { type ScanResult, type ScanTask, scanFile } from './scan-file.ts';

export type Otf2Kinds = {
  readonly decode: { readonly task: RankTask; readonly result: RankResult };
  readonly scan: { readonly task: ScanTask; readonly result: ScanResult };
  readonly match: { readonly task: MatchTask; readonly result: MatchCounts };
};

export type Otf2Threads = TraceThreads<Otf2Kinds>;

/** All work on an archive that runs in threads. */
export const otf2Tasks: TraceWork<Otf2Kinds> = {
  decode: decodeRank,
  scan: scanFile,
  match: (task, output) => matchPartition(task, output.write),
};
