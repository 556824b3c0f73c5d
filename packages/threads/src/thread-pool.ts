import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { parentPort, type Worker } from 'node:worker_threads';
import { type ErrorFacts, errorFacts, errorFromFacts, WeftError } from '@weft/model';
import { startBundledThread } from './start-thread.ts';

/** Hands a copy of a message to the caller; resolves when the caller may take more: that is the back-pressure. */
export type Send<M> = (message: M) => Promise<void>;

/** Work of a pool's thread. */
export type PoolWork<I, M, R> = (input: I, send: Send<M>) => Promise<R>;

export interface PoolTaskOptions<M> {
  readonly transfer?: ArrayBuffer[];
  readonly onMessage: (message: M) => Promise<void> | void;
}

/** Messages a thread may have under way before it waits. */
export const WINDOW = 8;

type ToThread<I> = { readonly kind: 'task'; readonly input: I } | { readonly kind: 'handled' };
type FromThread<M, R> =
  | { readonly kind: 'message'; readonly message: M }
  | { readonly kind: 'result'; readonly result: R }
  | { readonly kind: 'error'; readonly facts: ErrorFacts };

interface Waiting<I, M, R> {
  readonly input: I;
  readonly options: PoolTaskOptions<M>;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
  /** Settles when all messages received so far are handled. */
  handling: Promise<unknown>;
}

/** A few threads of one module, started at once; tasks queue up and each thread runs one at a time. */
export class ThreadPool<I, M, R> {
  private readonly module: URL;
  private readonly signal: AbortSignal | undefined;
  private readonly idle: Worker[] = [];
  private readonly all = new Set<Worker>();
  private readonly queue: Waiting<I, M, R>[] = [];
  private readonly current = new Map<Worker, Waiting<I, M, R>>();
  /** Done in their threads, with messages still to be handled here. */
  private readonly finishing = new Set<Waiting<I, M, R>>();
  private readonly onAbort = () =>
    this.fail(new WeftError({ code: 'CANCELLED', message: 'the work was cancelled' }));
  private failure: unknown = null;

  constructor(module: URL, size: number, signal?: AbortSignal) {
    this.module = module;
    this.signal = signal;
    signal?.addEventListener('abort', this.onAbort, { once: true });
    if (size >= availableParallelism()) compileInThreads();
    for (let thread = 0; thread < Math.max(1, size); thread++) this.idle.push(this.start());
  }

  run(input: I, options: PoolTaskOptions<M>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      if (this.signal?.aborted) this.onAbort();
      if (this.failure) return reject(this.failure);
      this.queue.push({ input, options, resolve, reject, handling: Promise.resolve() });
      this.dispatch();
    });
  }

  /** Runs the same in every thread; all must be idle. */
  runEach(input: I): Promise<R[]> {
    const runs = this.idle.splice(0).map(
      (worker) =>
        new Promise<R>((resolve, reject) => {
          const options = { onMessage: () => {} };
          this.assign(worker, { input, options, resolve, reject, handling: Promise.resolve() });
        }),
    );
    return Promise.all(runs);
  }

  async close(): Promise<void> {
    this.signal?.removeEventListener('abort', this.onAbort);
    await Promise.all([...this.all].map((worker) => worker.terminate()));
    this.all.clear();
  }

  private dispatch(): void {
    for (;;) {
      const worker = this.queue.length > 0 ? this.idle.pop() : undefined;
      if (!worker) return;
      this.assign(worker, this.queue.shift() as Waiting<I, M, R>);
    }
  }

  private assign(worker: Worker, waiting: Waiting<I, M, R>): void {
    this.current.set(worker, waiting);
    const message: ToThread<I> = { kind: 'task', input: waiting.input };
    worker.postMessage(message, waiting.options.transfer ?? []);
  }

  private start(): Worker {
    const worker = startBundledThread(this.module);
    this.all.add(worker);
    worker.on('message', (reply: FromThread<M, R>) => void this.receive(worker, reply));
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', (code) => {
      if (this.current.has(worker)) {
        this.fail(new WeftError({ code: 'THREAD-DIED', message: `a worker thread ended with code ${code}` }));
      }
    });
    return worker;
  }

  /** A thread takes its next task while the last messages of the one before are still being handled here. */
  private async receive(worker: Worker, reply: FromThread<M, R>): Promise<void> {
    const waiting = this.current.get(worker);
    if (!waiting) return;
    if (reply.kind === 'message') {
      waiting.handling = Promise.all([waiting.handling, this.handle(worker, waiting, reply.message)]);
      return;
    }
    this.current.delete(worker);
    this.idle.push(worker);
    this.finishing.add(waiting);
    this.dispatch();
    await waiting.handling;
    this.finishing.delete(waiting);
    if (reply.kind === 'result') waiting.resolve(reply.result);
    else waiting.reject(errorFromFacts(reply.facts));
  }

  private async handle(worker: Worker, { options }: Waiting<I, M, R>, message: M): Promise<void> {
    try {
      await options.onMessage(message);
      worker.postMessage({ kind: 'handled' } satisfies ToThread<I>);
    } catch (error) {
      this.fail(error);
    }
  }

  /** One failure ends all work of the pool. */
  private fail(error: unknown): void {
    if (this.failure) return;
    this.failure = error;
    for (const waiting of [...this.current.values(), ...this.finishing, ...this.queue]) waiting.reject(error);
    this.current.clear();
    this.queue.length = 0;
    void this.close();
  }
}

/**
 * Threads that keep all cores busy compile their hot code themselves: compiler threads beside them would only take
 * turns with them, and they would run slow code while they wait. That is a tenth of the time of an import.
 */
function compileInThreads(): void {
  setFlagsFromString('--no-concurrent-recompilation');
}

/** The other half, called once at the top level of the pool's module. */
export function servePool<I, M, R>(work: PoolWork<I, M, R>): void {
  const port = parentPort;
  if (!port) return;
  let underway = 0;
  let resume: (() => void)[] = [];
  const send: Send<M> = async (message) => {
    port.postMessage({ kind: 'message', message } satisfies FromThread<M, R>);
    underway++;
    while (underway >= WINDOW) await new Promise<void>((resolve) => resume.push(resolve));
  };
  port.on('message', async (message: ToThread<I>) => {
    if (message.kind === 'handled') {
      underway--;
      const waiters = resume;
      resume = [];
      for (const wake of waiters) wake();
      return;
    }
    try {
      const result = await work(message.input, send);
      port.postMessage({ kind: 'result', result } satisfies FromThread<M, R>);
    } catch (error) {
      port.postMessage({ kind: 'error', facts: errorFacts(error) } satisfies FromThread<M, R>);
    }
  });
}
