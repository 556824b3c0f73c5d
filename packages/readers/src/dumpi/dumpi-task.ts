import { type MatchCounts, type MatchTask, matchPartition } from '../matching/index.ts';
import type { TraceWork } from '../trace-threads/index.ts';
import { type DecodedRank, type DecodeTask, decodeRank } from './decode-rank.ts';
import { type FileScan, scanFile } from './scan-file.ts';

export type DumpiKinds = {
  /** The task is the path of the file. */
  readonly scan: { readonly task: string; readonly result: FileScan };
  readonly decode: { readonly task: DecodeTask; readonly result: DecodedRank };
  readonly match: { readonly task: MatchTask; readonly result: MatchCounts };
};

/** All work on a trace that runs in threads: both passes over a file, and the matching of a partition. */
export const dumpiTasks: TraceWork<DumpiKinds> = {
  scan: async (path) => scanFile(path),
  decode: decodeRank,
  match: (task, output) => matchPartition(task, output.write),
};
