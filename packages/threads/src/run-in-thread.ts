import { parentPort, workerData } from 'node:worker_threads';
import {
  type ErrorFacts,
  errorFacts,
  errorFromFacts,
  type Progress,
  WeftError,
  type WorkContext,
} from '@weft/model';
import { startThread } from './start-thread.ts';

type Reply<R> =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'result'; readonly result: R }
  | { readonly kind: 'error'; readonly facts: ErrorFacts };

/** Runs a module that calls `serveThread` in a worker thread; aborting the signal ends the thread. */
export function runInThread<I, R>(module: URL, input: I, context: WorkContext = {}): Promise<R> {
  const { signal, onProgress } = context;
  return new Promise<R>((resolve, reject) => {
    if (signal?.aborted) return reject(cancelled());
    const worker = startThread(module, input);
    const stop = (settle: () => void) => {
      signal?.removeEventListener('abort', onAbort);
      void worker.terminate();
      settle();
    };
    const onAbort = () => stop(() => reject(cancelled()));
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (reply: Reply<R>) => {
      if (reply.kind === 'progress') onProgress?.(reply.progress);
      else if (reply.kind === 'result') stop(() => resolve(reply.result));
      else stop(() => reject(errorFromFacts(reply.facts)));
    });
    worker.on('error', (error) => stop(() => reject(error)));
    worker.on('exit', (code) => stop(() => reject(threadDied(code))));
  });
}

/** The other half, called once at the top level of the worker's module. */
export function serveThread<I, R>(
  work: (input: I, context: WorkContext) => Promise<R> | R,
  transfer: (result: R) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort;
  if (!port) return;
  const context: WorkContext = {
    onProgress: (progress) => port.postMessage({ kind: 'progress', progress } satisfies Reply<R>),
  };
  Promise.resolve()
    .then(() => work(workerData as I, context))
    .then((result) => port.postMessage({ kind: 'result', result } satisfies Reply<R>, transfer(result)))
    .catch((error: unknown) =>
      port.postMessage({ kind: 'error', facts: errorFacts(error) } satisfies Reply<R>),
    );
}

function cancelled(): WeftError {
  return new WeftError({ code: 'CANCELLED', message: 'the work was cancelled' });
}

function threadDied(code: number): WeftError {
  return new WeftError({ code: 'THREAD-DIED', message: `a worker thread ended with code ${code}` });
}
