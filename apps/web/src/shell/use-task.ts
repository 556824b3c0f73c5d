import { type ErrorFacts, errorFacts, type Progress, type WorkContext } from '@weft/model';
import { requestDraw } from '@weft/views';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Activity, Urgency } from '../activity/activity.ts';

export type TaskState<T> =
  | { readonly status: 'running'; readonly progress: Progress | null }
  | { readonly status: 'done'; readonly result: T }
  | { readonly status: 'failed'; readonly error: ErrorFacts };

type Work<T> = (context: WorkContext) => Promise<T>;

const QUIET_MILLISECONDS = 250;

/** Runs work while the component is there, `later` when the first pictures are; leaving it aborts. `again` starts it anew. */
export function useTask<T>(
  activity: Activity,
  work: Work<T>,
  urgency: Urgency = 'first',
): { state: TaskState<T>; again: () => void } {
  const [state, setState] = useState<TaskState<T>>({ status: 'running', progress: null });
  const latest = useRef(work);
  latest.current = work;
  const abort = useRef<(() => void) | null>(null);
  const start = useCallback(() => {
    abort.current?.();
    abort.current = runTask(activity, latest.current, urgency, setState);
  }, [activity, urgency]);
  useEffect(() => {
    start();
    return () => abort.current?.();
  }, [start]);
  return { state, again: start };
}

/** Returns how to abort it: nothing is shown of it from then on. */
function runTask<T>(
  activity: Activity,
  work: Work<T>,
  urgency: Urgency,
  onState: (state: TaskState<T>) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const end = activity.begin(urgency);
  const show = (next: TaskState<T>) => {
    if (!signal.aborted) onState(next);
  };
  show({ status: 'running', progress: null });
  const context = { signal, onProgress: (progress: Progress) => show({ status: 'running', progress }) };
  const run = () => work(context);
  (urgency === 'first' ? run() : activity.whenQuiet(QUIET_MILLISECONDS).then(run))
    .then((result) => show({ status: 'done', result }))
    .catch((error) => show({ status: 'failed', error: errorFacts(error) }))
    // After the frame in which what depends on it is rendered and asks for its own.
    .finally(() => requestDraw(end));
  return () => controller.abort();
}
