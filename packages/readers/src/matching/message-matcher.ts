import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableSink } from '@weft/model';
import { runInline, ThreadPool } from '@weft/threads';
import { addCounts, emptyCounts, type MatchCounts, type MessageBatch } from './match-partition.ts';
import { type MatchTask, matchPartition, type StoredChunk } from './match-task.ts';
import { type OperationChunk, partitionCount } from './operations.ts';
import { splitByPartition } from './split-by-partition.ts';

export interface MatcherOptions {
  readonly job: number;
  readonly ranks: number;
  /** Size of the trace: decides the number of partitions. */
  readonly inputBytes: number;
  /** Bytes of operations kept in memory before they go to spill files. */
  readonly memory: number;
  readonly threads: number;
  readonly callNames: readonly string[];
  readonly signal?: AbortSignal;
  /** Runs a partition in threads the caller has already; without it the matcher starts its own. */
  readonly runTask?: RunMatch;
}

export type RunMatch = (
  task: MatchTask,
  options: { readonly transfer: ArrayBuffer[]; readonly onMessage: (batch: MessageBatch) => Promise<void> },
) => Promise<MatchCounts>;

/** Below this many operations a thread costs more than it saves. */
const INLINE_ROWS = 200_000;

/**
 * Gathers the operations of all ranks and turns them into messages, partition by partition.
 * Beyond the memory it was given, operations wait in temporary files. Rows come out the same
 * whatever the number of threads: by partition (block of receivers) unordered, inside each batch sorted.
 */
export class MessageMatcher {
  private readonly partitions: number;
  private readonly options: MatcherOptions;
  private readonly stored: StoredChunk[][];
  private readonly files = new Map<number, { handle: FileHandle; path: string; size: number }>();
  private held = 0;
  private rows = 0;
  private folder: string | null = null;
  private spilling: Promise<void> = Promise.resolve();

  constructor(options: MatcherOptions) {
    this.options = options;
    this.partitions = partitionCount(options.ranks, options.inputBytes);
    this.stored = Array.from({ length: this.partitions }, () => []);
  }

  async add(chunk: OperationChunk): Promise<void> {
    for (const part of splitByPartition(chunk, this.options.ranks, this.partitions)) {
      const bytes = part.buffer.byteLength;
      this.stored[part.partition].push({ ...part, offset: -1, bytes });
      this.held += bytes;
      this.rows += part.rows;
    }
    if (this.held <= this.options.memory) return;
    this.spilling = this.spilling.then(() => this.spill());
    await this.spilling;
  }

  /** Writes all messages; the report's counts add up. */
  async finish(sink: TableSink): Promise<MatchCounts> {
    const { threads, signal } = this.options;
    const total = emptyCounts();
    const parallel = threads > 1 && this.rows > INLINE_ROWS;
    const { runTask } = this.options;
    const pool =
      parallel && !runTask
        ? new ThreadPool<MatchTask, MessageBatch, MatchCounts>(
            new URL('./match-thread.ts', import.meta.url),
            Math.min(threads, this.partitions),
            signal,
          )
        : null;
    const onMessage = (batch: MessageBatch) => sink.write('messages', batch);
    const inline: RunMatch = (task, { onMessage }) => runInline(matchPartition, task, { onMessage });
    const run = parallel ? (runTask ?? pool?.run.bind(pool) ?? inline) : inline;
    const runOne = async (partition: number) => {
      signal?.throwIfAborted();
      const task = this.task(partition);
      const transfer = task.chunks.flatMap((chunk) => (chunk.buffer ? [chunk.buffer] : []));
      this.stored[partition] = [];
      const counts = await run(task, { transfer, onMessage });
      addCounts(total, counts);
    };
    try {
      await runAll(
        this.stored.map((_, partition) => partition).filter((p) => this.stored[p].length > 0),
        parallel ? threads : 1,
        runOne,
      );
    } finally {
      await pool?.close();
      await this.dispose();
    }
    return total;
  }

  /** Removes the temporary files; also after a failure. */
  async dispose(): Promise<void> {
    await this.spilling.catch(() => {});
    for (const { handle } of this.files.values()) await handle.close();
    this.files.clear();
    if (this.folder) await rm(this.folder, { recursive: true, force: true });
    this.folder = null;
  }

  private task(partition: number): MatchTask {
    const { job, callNames } = this.options;
    const spillFile = this.files.get(partition)?.path ?? null;
    return { job, partition, callNames, spillFile, chunks: this.stored[partition] };
  }

  private async spill(): Promise<void> {
    if (this.held <= this.options.memory) return;
    this.folder ??= await mkdtemp(join(tmpdir(), 'weft-match-'));
    for (let partition = 0; partition < this.partitions; partition++) {
      if (this.stored[partition].some((chunk) => chunk.buffer !== null)) await this.spillPartition(partition);
    }
  }

  private async spillPartition(partition: number): Promise<void> {
    let file = this.files.get(partition);
    if (!file) {
      const path = join(this.folder as string, `partition-${partition}`);
      file = { handle: await open(path, 'w+'), path, size: 0 };
      this.files.set(partition, file);
    }
    const chunks = this.stored[partition];
    for (let at = 0; at < chunks.length; at++) {
      const chunk = chunks[at];
      if (chunk.buffer === null) continue;
      const offset = file.size;
      file.size += chunk.bytes;
      await file.handle.write(new Uint8Array(chunk.buffer), 0, chunk.bytes, offset);
      this.held -= chunk.bytes;
      chunks[at] = { ...chunk, buffer: null, offset };
    }
  }
}

/** Runs work for each item, `width` at a time. */
async function runAll<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, lane));
}
