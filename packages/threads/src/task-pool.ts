import type { Worker } from 'node:worker_threads';
import { type ErrorFacts, errorFromFacts, type Progress, WeftError, type WorkContext } from '@weft/model';
import { startThread } from './start-thread.ts';

export type TaskMessage<I> = { readonly kind: 'run'; readonly input: I } | { readonly kind: 'cancel' };

export type TaskReply<R> =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'result'; readonly result: R }
  | { readonly kind: 'error'; readonly facts: ErrorFacts };

/** Worker threads that each run one task at a time; a thread lives on, so its module may keep caches. */
export interface TaskPool<I, R> {
  /** Aborting the signal ends the task, also inside a long loop; its promise is rejected at once. */
  run(input: I, context?: WorkContext): Promise<R>;
  close(): Promise<void>;
}

interface Task<I, R> {
  readonly input: I;
  readonly context: WorkContext;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * How long a cancelled task may take to stop by itself before its thread is ended. Native work under way must stop by
 * itself: ending a thread in the middle of it takes the whole process down.
 */
const GRACE_MILLISECONDS = 1500;

/** `module` is a file that calls `serveTasks`. */
export function createTaskPool<I, R>(module: URL, size: number): TaskPool<I, R> {
  const waiting: Task<I, R>[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const busy = new Map<Worker, () => void>();
  let closed = false;

  const startNext = (): void => {
    while (waiting.length > 0 && !closed) {
      const worker = idle.pop() ?? (all.size < size ? spawn() : null);
      if (!worker) return;
      perform(worker, waiting.shift()!);
    }
  };

  const spawn = (): Worker => {
    const worker = startThread(module);
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      startNext();
    });
    return worker;
  };

  const perform = (worker: Worker, task: Task<I, R>): void => {
    const { signal, onProgress } = task.context;
    let timer: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      task.reject(cancelled());
      worker.postMessage({ kind: 'cancel' } satisfies TaskMessage<I>);
      timer ??= setTimeout(() => void worker.terminate(), GRACE_MILLISECONDS);
    };
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      busy.delete(worker);
      finish();
    };
    const onMessage = (reply: TaskReply<R>): void => {
      if (reply.kind === 'progress') {
        if (!signal?.aborted) onProgress?.(reply.progress);
        return;
      }
      settle(() =>
        reply.kind === 'result' ? task.resolve(reply.result) : task.reject(errorFromFacts(reply.facts)),
      );
      idle.push(worker);
      startNext();
    };
    const onError = (error: unknown): void => settle(() => task.reject(error));
    const onExit = (code: number): void => settle(() => task.reject(threadDied(code)));
    busy.set(worker, cancel);
    signal?.addEventListener('abort', cancel, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage({ kind: 'run', input: task.input } satisfies TaskMessage<I>);
  };

  return {
    run: (input, context = {}) =>
      new Promise<R>((resolve, reject) => {
        if (closed || context.signal?.aborted) return reject(cancelled());
        const task = { input, context, resolve, reject };
        context.signal?.addEventListener('abort', () => leaveQueue(waiting, task), { once: true });
        waiting.push(task);
        startNext();
      }),
    close: async () => {
      closed = true;
      for (const task of waiting.splice(0)) task.reject(cancelled());
      for (const cancel of busy.values()) cancel();
      while (busy.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function leaveQueue<I, R>(waiting: Task<I, R>[], task: Task<I, R>): void {
  const at = waiting.indexOf(task);
  if (at < 0) return;
  waiting.splice(at, 1);
  task.reject(cancelled());
}

function cancelled(): WeftError {
  return new WeftError({ code: 'CANCELLED', message: 'the work was cancelled' });
}

function threadDied(code: number): WeftError {
  return new WeftError({ code: 'THREAD-DIED', message: `a worker thread ended with code ${code}` });
}
