import { type MatchCounts, type MatchTask, MessageMatcher } from '../matching/index.ts';
import type { ReadOptions } from '../reader.ts';
import type { TraceThreads } from '../trace-threads/index.ts';
import type { StageFacts, TraceStages } from './stage-facts.ts';
import { stagesElsewhere } from './stages-elsewhere.ts';

/** The kinds of work that both stages are made of. */
type StageKinds<T, R> = {
  readonly decode: { readonly task: T; readonly result: R };
  readonly match: { readonly task: MatchTask; readonly result: MatchCounts };
};

/** In threads of this process, or by tasks elsewhere where the options ask for that. */
export function openStages<T, R, K extends StageKinds<T, R>>(
  threads: TraceThreads<K>,
  partFolder: string | undefined,
  facts: StageFacts<T>,
  options: ReadOptions,
): TraceStages<T, R> {
  if (options.elsewhere && partFolder !== undefined && !options.dryRun) {
    return stagesElsewhere(options.elsewhere, partFolder, facts, options);
  }
  return stagesHere(threads, facts, options);
}

function stagesHere<T, R, K extends StageKinds<T, R>>(
  threads: TraceThreads<K>,
  { partitions, callNames, inputBytes, matcherShare }: StageFacts<T>,
  { job, memory, onProgress }: ReadOptions,
): TraceStages<T, R> {
  const matcher = new MessageMatcher({
    job,
    partitions,
    memory: memory * matcherShare,
    callNames,
    matchAll: (tasks) => threads.runAll('match', tasks),
  });
  return {
    decode: (tasks) => threads.runAll('decode', tasks, (chunks) => matcher.add(chunks)),
    match: async () => {
      onProgress?.({ label: 'matching', done: inputBytes, total: inputBytes, unit: 'bytes' });
      const counts = await matcher.finish();
      await threads.finish();
      return counts;
    },
    close: () => matcher.dispose(),
  };
}
