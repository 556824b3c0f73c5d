import { setTimeout as sleep } from 'node:timers/promises';
import { WeftError } from '@weft/model';
import type { AnalysisRunner } from '@weft/server';

export interface FakeAnalyses extends AnalysisRunner {
  /** Analyses that fail until their name is taken out. */
  readonly failing: Set<string>;
  /** Analyses whose client went away. */
  readonly cancelled: string[];
}

/** Every analysis answers with the jobs of the dataset: `slow` takes five seconds, `boom` fails at first. */
export function createFakeAnalyses(): FakeAnalyses {
  const failing = new Set(['boom']);
  const cancelled: string[] = [];
  return {
    failing,
    cancelled,
    run: async (dataset, name, _params, { signal, onProgress }) => {
      signal?.addEventListener('abort', () => cancelled.push(name));
      const rounds = name === 'slow' ? 50 : 1;
      for (let done = 1; done <= rounds; done++) {
        signal?.throwIfAborted();
        onProgress?.({ label: `Computing ${name}`, done, total: rounds, unit: 'steps' });
        await sleep(name === 'slow' ? 100 : 1);
      }
      if (failing.has(name)) throw boom(name);
      return { jobs: await dataset.read({ table: 'jobs' }) };
    },
    prepare: () => {},
    close: async () => {},
  };
}

function boom(name: string): WeftError {
  return new WeftError({
    code: 'BOOM',
    message: `the analysis ${name} failed`,
    advice: 'Narrow the time range.',
  });
}
