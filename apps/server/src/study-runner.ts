import { type Progress, WeftError } from '@weft/model';
import type { Study } from './catalog.ts';

interface Run {
  readonly done: Promise<void>;
  readonly listeners: Set<(progress: Progress) => void>;
  readonly abort: AbortController;
}

/** Generates studies once, however many clients ask at the same time; the last to leave cancels. */
export interface StudyRunner {
  generate(study: Study, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<void>;
}

export function createStudyRunner(): StudyRunner {
  const runs = new Map<string, Run>();

  const start = (study: Study): Run => {
    const abort = new AbortController();
    const listeners: Run['listeners'] = new Set();
    const onProgress = (progress: Progress): void => {
      for (const listener of listeners) listener(progress);
    };
    const done = study.generate({ signal: abort.signal, onProgress }).finally(() => runs.delete(study.id));
    done.catch(() => undefined);
    return { done, listeners, abort };
  };

  return {
    generate: async (study, signal, onProgress) => {
      const run = runs.get(study.id) ?? start(study);
      runs.set(study.id, run);
      run.listeners.add(onProgress);
      const left = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          run.listeners.delete(onProgress);
          if (run.listeners.size === 0) run.abort.abort();
          reject(new WeftError({ code: 'CANCELLED', message: 'the client went away' }));
        });
      });
      await Promise.race([run.done, left]);
    },
  };
}
