import { errorFromFacts, WeftError } from '@weft/model';
import type { PoolThread } from './pool-thread.ts';
import { SharedAborts } from './shared-aborts.ts';
import { type ProcessLimits, startProcess } from './start-process.ts';
import { startThread, type ThreadStart } from './start-thread.ts';
import type { FromThread, ToThread } from './thread-messages.ts';
import { WaitingLine } from './waiting-line.ts';

export interface ThreadPoolOptions {
  readonly size: number;
  readonly start?: ThreadStart;
  /** Start all threads now rather than with the first tasks. */
  readonly startNow?: boolean;
  /**
   * Milliseconds in which a cancelled task may stop by itself before its thread is ended; inside native work, which would take
   * the whole process down, it is ended afterwards.
   */
  readonly grace?: number;
  /** Run each in a process of its own with these limits, which can be ended inside native work too. */
  readonly process?: ProcessLimits;
  /** Called with the id of a process that has ended. */
  readonly onProcessEnd?: (pid: number) => void;
}

interface TaskOptions<M> {
  /** Aborting it rejects the task at once and stops its work, also inside a long loop. */
  readonly signal?: AbortSignal;
  /** In the place of that of the pool. */
  readonly grace?: number;
  /** The thread waits while too many of its messages are being handled. */
  readonly onMessage?: (message: M) => Promise<void> | void;
}

interface Task<I, M, R> {
  readonly input: I;
  readonly options: TaskOptions<M>;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
  /** Settles when all messages received so far are handled. */
  handling: Promise<unknown>;
}

/**
 * Threads of one module that calls `serveThread`. Tasks queue up and each thread runs one at a time; a thread lives on,
 * so its module may keep caches. A thread that dies takes only its own task along.
 */
export class ThreadPool<I, M, R> {
  private readonly module: URL;
  private readonly options: ThreadPoolOptions;
  private readonly threads = new Set<PoolThread>();
  private readonly idle: PoolThread[] = [];
  private readonly queue = new WaitingLine<Task<I, M, R>>();
  private readonly aborts = new SharedAborts();
  private readonly current = new Map<PoolThread, Task<I, M, R>>();
  private readonly endings = new Map<PoolThread, NodeJS.Timeout>();
  /** Those that are being ended, which take no task any more. */
  private readonly leaving = new Set<PoolThread>();
  private closed = false;

  constructor(module: URL, options: ThreadPoolOptions) {
    this.module = module;
    this.options = options;
    if (options.startNow) while (this.threads.size < options.size) this.idle.push(this.start());
  }

  run(input: I, options: TaskOptions<M> = {}): Promise<R> {
    const { signal } = options;
    return new Promise<R>((resolve, reject) => {
      if (this.closed || signal?.aborted) return reject(cancelled());
      const settle =
        <T>(finish: (outcome: T) => void) =>
        (outcome: T) => {
          if (signal) this.aborts.remove(signal, onAbort);
          finish(outcome);
        };
      const task = newTask<I, M, R>(input, options, settle(resolve), settle(reject));
      const onAbort = () => this.cancel(task);
      if (signal) this.aborts.add(signal, onAbort);
      this.queue.add(task);
      this.dispatch();
    });
  }

  /** Runs the same in every started thread; all must be idle. */
  runEach(input: I): Promise<R[]> {
    const runs = this.idle.splice(0).map(
      (thread) =>
        new Promise<R>((resolve, reject) => {
          this.assign(thread, newTask(input, {}, resolve, reject));
        }),
    );
    return Promise.all(runs);
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const task of [...this.queue, ...this.current.values()]) this.cancel(task);
    await Promise.all([...this.threads].map((thread) => this.finish(thread)));
  }

  private dispatch(): void {
    while (this.queue.length > 0 && !this.closed) {
      const thread = this.idle.pop() ?? (this.threads.size < this.options.size ? this.start() : null);
      if (!thread) return;
      const task = this.queue.take();
      if (task) this.assign(thread, task);
    }
  }

  private assign(thread: PoolThread, task: Task<I, M, R>): void {
    this.current.set(thread, task);
    this.tell(thread, { kind: 'task', input: task.input });
  }

  private start(): PoolThread {
    const { process, start } = this.options;
    const thread = process ? startProcess(this.module, process) : startThread(this.module, start ?? 'loaded');
    this.threads.add(thread);
    thread.listen<FromThread<M, R>>({
      onMessage: (reply) => void this.receive(thread, reply),
      onError: (error) => this.current.get(thread)?.reject(error),
      onExit: (code) => this.forget(thread, code),
    });
    return thread;
  }

  /** A thread takes its next task while the last messages of the one before are still being handled here. */
  private async receive(thread: PoolThread, reply: FromThread<M, R>): Promise<void> {
    const task = this.current.get(thread);
    if (!task) return;
    if (reply.kind === 'message') {
      task.handling = Promise.all([task.handling, this.handle(thread, task, reply.message)]);
      return;
    }
    this.release(thread);
    if (reply.isSpent) void thread.end();
    else if (!this.leaving.has(thread)) this.idle.push(thread);
    this.dispatch();
    await task.handling;
    if (reply.kind === 'result') task.resolve(reply.result);
    else task.reject(errorFromFacts(reply.facts));
  }

  private async handle(thread: PoolThread, task: Task<I, M, R>, message: M): Promise<void> {
    const { signal, onMessage } = task.options;
    try {
      if (!signal?.aborted) await onMessage?.(message);
      this.tell(thread, { kind: 'handled' });
    } catch (error) {
      task.reject(error);
      this.stop(thread, task);
    }
  }

  private cancel(task: Task<I, M, R>): void {
    task.reject(cancelled());
    this.queue.leave(task);
    for (const [thread, running] of this.current) if (running === task) this.stop(thread, task);
  }

  /** Asks a thread to leave its task, and ends the thread where it does not. */
  private stop(thread: PoolThread, task: Task<I, M, R>): void {
    if (this.current.get(thread) !== task || this.endings.has(thread)) return;
    this.tell(thread, { kind: 'cancel' });
    this.endings.set(
      thread,
      setTimeout(
        () => {
          this.leaving.add(thread);
          void thread.end();
        },
        task.options.grace ?? this.options.grace ?? 0,
      ),
    );
  }

  private release(thread: PoolThread): void {
    this.current.delete(thread);
    clearTimeout(this.endings.get(thread));
    this.endings.delete(thread);
    if (this.closed) void thread.end();
  }

  private forget(thread: PoolThread, code: number | null): void {
    this.current
      .get(thread)
      ?.reject(new WeftError({ code: 'THREAD-DIED', message: `a worker thread ended with code ${code}` }));
    this.release(thread);
    this.threads.delete(thread);
    this.leaving.delete(thread);
    if (thread.pid !== undefined) this.options.onProcessEnd?.(thread.pid);
    const at = this.idle.indexOf(thread);
    if (at >= 0) this.idle.splice(at, 1);
    this.dispatch();
  }

  /** Ends an idle thread at once; one at work ends with its task or when its grace is over. */
  private async finish(thread: PoolThread): Promise<void> {
    if (!this.current.has(thread)) return thread.end();
    await new Promise<void>((resolve) => thread.listen({ ...IGNORED, onExit: () => resolve() }));
  }

  private tell(thread: PoolThread, message: ToThread<I>): void {
    thread.post(message);
  }
}

const IGNORED = { onMessage: () => undefined, onError: () => undefined };

function newTask<I, M, R>(
  input: I,
  options: TaskOptions<M>,
  resolve: (result: R) => void,
  reject: (error: unknown) => void,
): Task<I, M, R> {
  return { input, options, resolve, reject, handling: Promise.resolve() };
}

function cancelled(): WeftError {
  return new WeftError({ code: 'CANCELLED', message: 'the work was cancelled' });
}
