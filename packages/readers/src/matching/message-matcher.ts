import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratch, type ScratchFolder } from '@weft/threads';
import { addCounts, emptyCounts, type MatchCounts } from './match-partition.ts';
import type { MatchTask, StoredChunk } from './match-task.ts';
import type { OperationChunk } from './operations.ts';

interface MatcherOptions {
  readonly job: number;
  readonly partitions: number;
  /** Bytes of operations kept in memory before they go to spill files. */
  readonly memory: number;
  readonly callNames: readonly string[];
  /** Runs `matchPartition`, in threads or not. */
  readonly matchAll: (tasks: readonly MatchTask[]) => Promise<readonly MatchCounts[]>;
}

/**
 * Gathers the operations of all ranks and turns them into messages, partition by partition.
 * Beyond the memory it was given, operations wait in temporary files. Rows come out the same
 * whatever the number of threads: by partition (block of receivers) unordered, inside each batch sorted.
 */
export class MessageMatcher {
  private readonly options: MatcherOptions;
  private readonly stored: StoredChunk[][];
  private readonly files = new Map<number, { handle: FileHandle; path: string; size: number }>();
  private held = 0;
  private folder: ScratchFolder | null = null;
  private spilling: Promise<void> = Promise.resolve();

  constructor(options: MatcherOptions) {
    this.options = options;
    this.stored = Array.from({ length: options.partitions }, () => []);
  }

  async add(chunks: readonly OperationChunk[]): Promise<void> {
    for (const chunk of chunks) {
      const bytes = chunk.buffer.byteLength;
      this.stored[chunk.partition].push({ ...chunk, file: 0, offset: -1, bytes, packed: false });
      this.held += bytes;
    }
    if (this.held <= this.options.memory) return;
    this.spilling = this.spilling.then(() => this.spill());
    await this.spilling;
  }

  /** Matches all there is; the counts add up. */
  async finish(): Promise<MatchCounts> {
    const total = emptyCounts();
    try {
      const tasks = this.stored.flatMap((chunks, partition) =>
        chunks.length > 0 ? [this.task(partition)] : [],
      );
      this.stored.length = 0;
      for (const counts of await this.options.matchAll(tasks)) addCounts(total, counts);
    } finally {
      await this.dispose();
    }
    return total;
  }

  /** Removes the temporary files; also after a failure. */
  async dispose(): Promise<void> {
    await this.spilling.catch(() => {});
    for (const { handle } of this.files.values()) await handle.close();
    this.files.clear();
    await this.folder?.remove();
    this.folder = null;
  }

  private task(partition: number): MatchTask {
    const { job, callNames } = this.options;
    const spilled = this.files.get(partition);
    return {
      job,
      partition,
      callNames,
      files: spilled ? [spilled.path] : [],
      chunks: this.stored[partition],
    };
  }

  private async spill(): Promise<void> {
    if (this.held <= this.options.memory) return;
    this.folder ??= await createScratch(tmpdir(), 'match');
    const folder = this.folder.path;
    for (let partition = 0; partition < this.options.partitions; partition++) {
      if (this.stored[partition].some((chunk) => chunk.buffer !== null))
        await this.spillPartition(partition, folder);
    }
  }

  private async spillPartition(partition: number, folder: string): Promise<void> {
    let file = this.files.get(partition);
    if (!file) {
      const path = join(folder, `partition-${partition}`);
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
