import { type ErrorFacts, errorFacts, type Progress, type WorkContext } from '@weft/model';
import { requestDraw } from '@weft/views';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Activity } from '../activity/activity.ts';

export type TaskState<T> =
  | { readonly status: 'running'; readonly progress: Progress | null }
  | { readonly status: 'done'; readonly result: T }
  | { readonly status: 'failed'; readonly error: ErrorFacts };

type Work<T> = (context: WorkContext) => Promise<T>;

/** Runs work while the component is there; leaving it aborts. `again` starts it anew. */
export function useTask<T>(activity: Activity, work: Work<T>): { state: TaskState<T>; again: () => void } {
  const [state, setState] = useState<TaskState<T>>({ status: 'running', progress: null });
  const latest = useRef(work);
  latest.current = work;
  const abort = useRef<(() => void) | null>(null);
  const start = useCallback(() => {
    abort.current?.();
    abort.current = runTask(activity, latest.current, setState);
  }, [activity]);
  useEffect(() => {
    start();
    return () => abort.current?.();
  }, [start]);
  return { state, again: start };
}

/** Returns how to abort it: nothing is shown of it from then on. */
function runTask<T>(activity: Activity, work: Work<T>, onState: (state: TaskState<T>) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const end = activity.begin();
  const show = (next: TaskState<T>) => {
    if (!signal.aborted) onState(next);
  };
  show({ status: 'running', progress: null });
  work({ signal, onProgress: (progress) => show({ status: 'running', progress }) })
    .then((result) => show({ status: 'done', result }))
    .catch((error) => show({ status: 'failed', error: errorFacts(error) }))
    // After the frame in which what depends on it is rendered and asks for its own.
    .finally(() => requestDraw(end));
  return () => controller.abort();
}
