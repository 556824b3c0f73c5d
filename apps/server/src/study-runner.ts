import { type Progress, WeftError } from '@weft/model';
import type { OfferedStudy } from './catalog.ts';

interface Run {
  readonly done: Promise<void>;
  readonly listeners: Set<(progress: Progress) => void>;
  readonly abort: AbortController;
}

/** Generates studies once, however many clients ask at the same time; the last to leave cancels. */
export interface StudyRunner {
  generate(study: OfferedStudy, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<void>;
}

export function createStudyRunner(): StudyRunner {
  const runs = new Map<string, Run>();

  /** A run that was cancelled is not joined: the next one starts when it has cleaned up. */
  const joinOrStart = (study: OfferedStudy): Run => {
    const last = runs.get(study.id);
    if (last && !last.abort.signal.aborted) return last;
    const run = startRun(study, last);
    runs.set(study.id, run);
    const forget = () => {
      if (runs.get(study.id) === run) runs.delete(study.id);
    };
    run.done.then(forget, forget);
    return run;
  };

  return {
    generate: async (study, signal, onProgress) => {
      const run = joinOrStart(study);
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

function startRun(study: OfferedStudy, last: Run | undefined): Run {
  const abort = new AbortController();
  const listeners: Run['listeners'] = new Set();
  const onProgress = (progress: Progress): void => {
    for (const listener of listeners) listener(progress);
  };
  const generate = async (): Promise<void> => {
    await last?.done.catch(() => undefined);
    abort.signal.throwIfAborted();
    await study.generate({ signal: abort.signal, onProgress });
  };
  return { done: generate(), listeners, abort };
}
