import { runInline, ThreadPool } from '@weft/threads';
import type { ReadOptions } from '../reader.ts';
import { type Otf2Message, type Otf2Result, type Otf2Task, runOtf2Task } from './otf2-task.ts';

/** Below this much input a thread costs more time to start than it saves. */
const INLINE_BYTES = 16e6;

export type OnMessage = (message: Otf2Message) => Promise<void> | void;

/** The threads that read one archive, or the calling thread where the archive is small. */
export class Workers {
  readonly width: number;
  private readonly pool: ThreadPool<Otf2Task, Otf2Message, Otf2Result> | null;
  private readonly signal: AbortSignal | undefined;

  constructor(inputBytes: number, { threads, signal, dryRun }: ReadOptions) {
    // In a dry run the calling thread has nothing else to do and reads along.
    const wanted = dryRun ? threads - 1 : threads;
    this.width = inputBytes < INLINE_BYTES ? 0 : wanted;
    this.signal = signal;
    const module = new URL('./otf2-thread.ts', import.meta.url);
    this.pool = this.width > 0 ? new ThreadPool(module, this.width, signal) : null;
  }

  run(task: Otf2Task, onMessage: OnMessage, transfer?: ArrayBuffer[]): Promise<Otf2Result> {
    return this.pool
      ? this.pool.run(task, { onMessage, transfer })
      : runInline(runOtf2Task, task, { onMessage });
  }

  /** Runs all tasks, as many at a time as there are threads; with `help` the calling thread takes its share. */
  async runAll(tasks: readonly Otf2Task[], onMessage: OnMessage, help: boolean): Promise<Otf2Result[]> {
    const results: Otf2Result[] = new Array(tasks.length);
    let next = 0;
    const lane = async (run: (task: Otf2Task) => Promise<Otf2Result>) => {
      while (next < tasks.length) {
        this.signal?.throwIfAborted();
        const at = next++;
        results[at] = await run(tasks[at]);
      }
    };
    const lanes = Array.from({ length: this.width }, () => lane((task) => this.run(task, onMessage)));
    if (help || this.width === 0) lanes.push(lane((task) => runInline(runOtf2Task, task, { onMessage })));
    await Promise.all(lanes);
    return results;
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }
}
