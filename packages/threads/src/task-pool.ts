import type { Worker } from 'node:worker_threads';
import { type ErrorFacts, errorFromFacts, type Progress, WeftError, type WorkContext } from '@weft/model';
import { startThread } from './start-thread.ts';

export type TaskReply<R> =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'result'; readonly result: R }
  | { readonly kind: 'error'; readonly facts: ErrorFacts };

/** Worker threads that each run one task at a time; a thread lives on, so its module may keep caches. */
export interface TaskPool<I, R> {
  /** Aborting the signal ends the thread at work, also inside a long loop. */
  run(input: I, context?: WorkContext): Promise<R>;
  close(): Promise<void>;
}

interface Task<I, R> {
  readonly input: I;
  readonly context: WorkContext;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/** `module` is a file that calls `serveTasks`. */
export function createTaskPool<I, R>(module: URL, size: number): TaskPool<I, R> {
  const waiting: Task<I, R>[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
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
    const settle = (finish: () => void): void => {
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      finish();
    };
    const onAbort = (): void => {
      settle(() => task.reject(cancelled()));
      void worker.terminate();
    };
    const onMessage = (reply: TaskReply<R>): void => {
      if (reply.kind === 'progress') {
        onProgress?.(reply.progress);
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
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task.input);
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
