import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { TableSink } from '@weft/model';
import { stageDamaged } from '../stage-file.ts';
import { firstMessageId, type MatchCounts, PartitionMatcher } from './match-partition.ts';
import { createOperations, type OperationChunk, type Operations, viewOperations } from './operations.ts';
import { unpackOperations } from './pack-operations.ts';

/** A block in memory, or its place in a file. */
export type StoredChunk = Omit<OperationChunk, 'buffer'> & {
  readonly buffer: ArrayBufferLike | null;
  /** Which of the task's files it is in. */
  readonly file: number;
  readonly offset: number;
  readonly bytes: number;
  /** Stands in the file as `packOperations` leaves it. */
  readonly packed: boolean;
  /** Of its bytes in a file that another process wrote. */
  readonly checksum?: number;
};

export interface MatchTask {
  readonly job: number;
  readonly partition: number;
  readonly chunks: readonly StoredChunk[];
  readonly files: readonly string[];
  readonly callNames: readonly string[];
}

/** Messages gathered before they are written. */
const BATCH_ROWS = 32_768;

/** Blocks are taken in order of time, so that few operations wait for their other half. */
export async function matchPartition(task: MatchTask, write: TableSink['write']): Promise<MatchCounts> {
  const chunks = [...task.chunks].sort(
    (a, b) =>
      a.firstStart - b.firstStart ||
      a.rank - b.rank ||
      a.sequence - b.sequence ||
      (a.kind === b.kind ? 0 : a.kind === 'send' ? -1 : 1),
  );
  let nextId = firstMessageId(task.job, task.partition);
  const matcher = new PartitionMatcher();
  const { messages } = matcher;
  const writeMessages = async (least: number) => {
    if (messages.rows < least) return;
    await write('messages', messages.batch(task.job, nextId, task.callNames));
    nextId += messages.rows;
    messages.clear();
  };
  const files = task.files.map((path) => openSync(path, 'r'));
  const room: Room = { packed: new ArrayBuffer(0), block: createOperations(0) };
  try {
    for (const chunk of chunks) {
      const block = operationsOf(chunk, task.files[chunk.file], files[chunk.file], room);
      if (chunk.kind === 'send') matcher.addSends(block, chunk.rows);
      else matcher.addReceives(block, chunk.rows);
      await writeMessages(BATCH_ROWS);
    }
    matcher.finish();
    await writeMessages(1);
  } finally {
    for (const file of files) closeSync(file);
  }
  return matcher.counts;
}

/** Memory that is used for one chunk after the other. */
interface Room {
  packed: ArrayBuffer;
  block: Operations;
}

function operationsOf(chunk: StoredChunk, path: string, file: number, room: Room): Operations {
  if (chunk.buffer) return viewOperations(chunk.buffer);
  if (!chunk.packed) return viewOperations(readChunk(chunk, path, file, new ArrayBuffer(chunk.bytes)));
  if (room.packed.byteLength < chunk.bytes) room.packed = new ArrayBuffer(chunk.bytes);
  if (room.block.capacity < chunk.rows) room.block = createOperations(chunk.rows);
  unpackOperations(readChunk(chunk, path, file, room.packed), chunk.rows, room.block);
  return room.block;
}

function readChunk({ offset, bytes, checksum }: StoredChunk, path: string, file: number, into: ArrayBuffer) {
  const read = readSync(file, new Uint8Array(into), 0, bytes, offset);
  const sound = checksum === undefined || crc32(new Uint8Array(into, 0, bytes)) === checksum;
  if (read !== bytes || !sound) throw stageDamaged(path, offset);
  return into;
}
