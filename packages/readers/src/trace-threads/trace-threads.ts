import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { Batch, TableName, TableSink, Tables } from '@weft/model';
import { ThreadPool } from '@weft/threads';
import type { OperationChunk } from '../matching/operations.ts';
import type { ReadOptions } from '../reader.ts';
import type { ThreadTask } from './serve-trace.ts';
import {
  dropRows,
  type PartPlace,
  type RowTarget,
  type TraceMessage,
  type TraceOutput,
  type TraceWork,
  type WorkItem,
  type WorkKinds,
} from './trace-output.ts';

/** Below this much input a thread costs more time to start than it saves. */
const INLINE_BYTES = 20e6;
/** Memory a thread needs for itself and the rows it gathers, generously. */
const THREAD_BYTES = 200e6;

/** The work on traces of one format. */
export interface FormatWork<K extends WorkKinds> {
  /** The module that serves `work` in a thread. */
  readonly module: URL;
  readonly work: TraceWork<K>;
}

interface TraceThreadsParts<K extends WorkKinds> extends FormatWork<K> {
  readonly sink: TableSink;
  readonly inputBytes: number;
  readonly options: ReadOptions;
  /** Where the parts of the threads go; into the folder of the sink, where it has one, when left out. */
  readonly place?: PartPlace;
}

type OnOperations = (chunks: readonly OperationChunk[]) => Promise<void>;

type Pool<K extends WorkKinds> = ThreadPool<ThreadTask<K>, TraceMessage, K[keyof K]['result'] | null>;

const noOperations: OnOperations = async () => {};

/**
 * The threads that read one trace, or the calling thread where the trace is small. Where the sink has a folder for
 * parts, the threads write their rows there themselves: rows made and encoded by one core cost half of those that
 * change it. Else rows come here and go into the sink.
 */
export class TraceThreads<K extends WorkKinds> {
  private readonly parts: TraceThreadsParts<K>;
  private readonly pool: Pool<K> | null;
  private readonly rows: RowTarget;
  private readonly stopping = new AbortController();
  private readonly signal: AbortSignal;
  private done = 0;

  constructor(parts: TraceThreadsParts<K>) {
    const { module, sink, inputBytes, options, place } = parts;
    this.parts = parts;
    this.rows = rowTarget(place ?? placeOf(sink, options), options);
    const threads = Math.min(options.threads, Math.floor(options.memory / THREAD_BYTES));
    this.pool = threads > 1 && isLarge(inputBytes) ? startPool(module, threads) : null;
    const { signal } = this.stopping;
    this.signal = options.signal ? AbortSignal.any([options.signal, signal]) : signal;
  }

  get inline(): boolean {
    return this.pool === null;
  }

  run<N extends keyof K>(
    kind: N,
    task: K[N]['task'],
    onOperations: OnOperations = noOperations,
  ): Promise<K[N]['result']> {
    const { work, options } = this.parts;
    options.signal?.throwIfAborted();
    if (!this.pool) return work[kind](task, this.inlineOutput(onOperations));
    const item: WorkItem<K, N> = { kind, task };
    return this.pool.run(
      { item, rows: this.rows },
      {
        signal: this.signal,
        onMessage: (message) => this.handle(message, onOperations),
      },
    );
  }

  /** All tasks, as many at a time as there are threads; the first that fails stops the others. */
  async runAll<N extends keyof K>(
    kind: N,
    tasks: readonly K[N]['task'][],
    onOperations: OnOperations = noOperations,
  ): Promise<K[N]['result'][]> {
    if (this.pool) {
      const runs = Promise.all(tasks.map((task) => this.run(kind, task, onOperations)));
      return runs.catch((error) => {
        this.stopping.abort();
        throw error;
      });
    }
    const results: K[N]['result'][] = [];
    for (const task of tasks) results.push(await this.run(kind, task, onOperations));
    return results;
  }

  /** After the last task: ends what the threads wrote. */
  async finish(): Promise<void> {
    if (this.rows.to === 'parts') await this.pool?.runEach('finish');
  }

  async close(): Promise<void> {
    await this.pool?.close();
  }

  private inlineOutput(onOperations: OnOperations): TraceOutput {
    const { sink } = this.parts;
    return {
      write: this.rows.to === 'nowhere' ? dropRows : sink.write.bind(sink),
      operations: onOperations,
      progress: async (bytes) => this.report(bytes),
    };
  }

  private async handle(message: TraceMessage, onOperations: OnOperations): Promise<void> {
    if (message.kind === 'progress') this.report(message.bytes);
    else if (message.kind === 'operations') await onOperations(message.chunks);
    else await this.parts.sink.write(message.table, message.batch as Batch<Tables[TableName]>);
  }

  private report(bytes: number): void {
    const { inputBytes, options } = this.parts;
    this.done += bytes;
    options.onProgress?.({ label: 'reading', done: this.done, total: inputBytes, unit: 'bytes' });
  }
}

/**
 * Threads that keep all cores busy compile their hot code themselves: compiler threads beside them would only take
 * turns with them, and they would run slow code while they wait. That is a tenth of the time of an import.
 */
function startPool<K extends WorkKinds>(module: URL, size: number): Pool<K> {
  if (size >= availableParallelism()) setFlagsFromString('--no-concurrent-recompilation');
  return new ThreadPool(module, { size, start: 'bundled', startNow: true });
}

/** Whether it is worth the start of threads. */
export function isLarge(inputBytes: number): boolean {
  return inputBytes >= INLINE_BYTES;
}

function placeOf({ partFolder }: TableSink, { job }: ReadOptions): PartPlace | null {
  return partFolder === undefined ? null : { folder: partFolder, name: `job-${job}` };
}

function rowTarget(place: PartPlace | null, { dryRun, overview = true }: ReadOptions): RowTarget {
  if (dryRun) return { to: 'nowhere' };
  return place === null ? { to: 'caller' } : { to: 'parts', overview, ...place };
}
