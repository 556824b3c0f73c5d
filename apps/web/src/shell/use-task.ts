import { type ErrorFacts, errorFacts, type Progress, type WorkContext } from '@weft/model';
import { useEffect, useState } from 'preact/hooks';
import type { Activity } from '../frame/activity.ts';

export type TaskState<T> =
  | { readonly status: 'running'; readonly progress: Progress | null }
  | { readonly status: 'done'; readonly result: T }
  | { readonly status: 'failed'; readonly error: ErrorFacts };

/** Runs work while the component is there; leaving it aborts. `again` starts it anew. */
export function useTask<T>(
  activity: Activity,
  work: (context: WorkContext) => Promise<T>,
): { state: TaskState<T>; again: () => void } {
  const [state, setState] = useState<TaskState<T>>({ status: 'running', progress: null });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const end = activity.begin();
    const show = (next: TaskState<T>) => {
      if (!signal.aborted) setState(next);
    };
    show({ status: 'running', progress: null });
    work({ signal, onProgress: (progress) => show({ status: 'running', progress }) })
      .then((result) => show({ status: 'done', result }))
      .catch((error) => show({ status: 'failed', error: errorFacts(error) }))
      .finally(end);
    return () => controller.abort();
  }, [round]);
  return { state, again: () => setRound(round + 1) };
}
