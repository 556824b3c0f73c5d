import { closeSync, openSync, readSync } from 'node:fs';
import type { PoolWork } from '@weft/threads';
import { firstMessageId, type MatchCounts, type MessageBatch, PartitionMatcher } from './match-partition.ts';
import { type MessageRows, messageBuffers } from './message-rows.ts';
import { viewOperations } from './operations.ts';
import type { PartitionChunk } from './split-by-partition.ts';

/** A block in memory, or its place in the partition's spill file. */
export type StoredChunk = Omit<PartitionChunk, 'buffer'> & {
  readonly buffer: ArrayBuffer | null;
  readonly offset: number;
  readonly bytes: number;
};

export interface MatchTask {
  readonly job: number;
  readonly partition: number;
  readonly chunks: readonly StoredChunk[];
  readonly spillFile: string | null;
  readonly callNames: readonly string[];
}

/** Blocks are taken in order of time, so that few operations wait for their other half. */
export const matchPartition: PoolWork<MatchTask, MessageBatch, MatchCounts> = async (task, send) => {
  const chunks = [...task.chunks].sort(
    (a, b) =>
      a.firstStart - b.firstStart ||
      a.rank - b.rank ||
      a.sequence - b.sequence ||
      (a.kind === b.kind ? 0 : a.kind === 'send' ? -1 : 1),
  );
  let nextId = firstMessageId(task.job, task.partition);
  const ready: MessageBatch[] = [];
  const matcher = new PartitionMatcher((rows: MessageRows) => {
    const batch = rows.take(task.job, nextId, task.callNames);
    nextId += batch.rows;
    ready.push(batch);
  }, rowsPerBatch(chunks));
  const sendReady = async () => {
    for (const batch of ready.splice(0)) await send(batch, messageBuffers(batch));
  };
  const file = task.spillFile === null ? -1 : openSync(task.spillFile, 'r');
  try {
    for (const chunk of chunks) {
      const block = viewOperations(chunk.buffer ?? readSpilled(file, chunk));
      if (chunk.kind === 'send') matcher.addSends(block, chunk.rows);
      else matcher.addReceives(block, chunk.rows);
      await sendReady();
    }
    matcher.finish();
    await sendReady();
  } finally {
    if (file >= 0) closeSync(file);
  }
  return matcher.counts;
};

function rowsPerBatch(chunks: readonly StoredChunk[]): number {
  const sends = chunks.reduce((sum, chunk) => sum + (chunk.kind === 'send' ? chunk.rows : 0), 0);
  return Math.max(64, Math.min(32_768, sends));
}

function readSpilled(file: number, chunk: StoredChunk): ArrayBuffer {
  const buffer = new ArrayBuffer(chunk.bytes);
  readSync(file, new Uint8Array(buffer), 0, chunk.bytes, chunk.offset);
  return buffer;
}
