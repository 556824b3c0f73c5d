import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { writeFileSynced } from '@weft/parts';
import type { StoredChunk } from '../matching/match-task.ts';
import type { OperationChunk, OperationKind } from '../matching/operations.ts';
import { viewOperations } from '../matching/operations.ts';
import { packOperations } from '../matching/pack-operations.ts';
import { readStageFile, stageDamaged } from '../stage-file.ts';

const KINDS: readonly OperationKind[] = ['send', 'receive'];
/** Numbers of an entry of the index: kind, rank, sequence, partition, firstStart, rows, offset, bytes, checksum. */
const ENTRY = 9;

/** The operations of a slice of ranks, packed, one chunk behind the other, and an index of them. */
export class OperationsFile {
  private readonly path: string;
  private readonly file: FileHandle;
  private entries = new Float64Array(ENTRY * 256);
  private count = 0;
  private size = 0;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.file = file;
  }

  static async create(path: string): Promise<OperationsFile> {
    return new OperationsFile(path, await open(path, 'wx'));
  }

  async add(chunks: readonly OperationChunk[]): Promise<void> {
    for (const chunk of chunks) {
      const packed = packOperations(viewOperations(chunk.buffer), chunk.rows);
      const offset = this.size;
      this.note(chunk, packed);
      this.turn = this.turn.then(() => this.file.write(packed, 0, packed.length, offset));
      await this.turn;
    }
  }

  /** Puts operations and index on the disk. */
  async finish(): Promise<void> {
    await this.turn;
    await this.file.sync();
    await this.file.close();
    const entries = new Uint8Array(this.entries.buffer, 0, this.count * ENTRY * 8);
    const checksum = Float64Array.of(crc32(entries));
    await writeFileSynced(indexOf(this.path), Buffer.concat([new Uint8Array(checksum.buffer), entries]));
  }

  async abandon(): Promise<void> {
    await this.turn.catch(() => undefined);
    await this.file.close().catch(() => undefined);
  }

  private note(
    { kind, rank, sequence, partition, firstStart, rows }: OperationChunk,
    packed: Uint8Array,
  ): void {
    if (this.count * ENTRY === this.entries.length) {
      const bigger = new Float64Array(this.entries.length * 2);
      bigger.set(this.entries);
      this.entries = bigger;
    }
    const entry = [
      KINDS.indexOf(kind),
      rank,
      sequence,
      partition,
      firstStart,
      rows,
      this.size,
      packed.length,
      crc32(packed),
    ];
    this.entries.set(entry, this.count++ * ENTRY);
    this.size += packed.length;
  }
}

/** The chunks of some partitions in one file of operations, which is number `file` of a list. */
export async function readIndex(
  path: string,
  file: number,
  isWanted: (partition: number) => boolean,
): Promise<StoredChunk[]> {
  const bytes = await readStageFile(indexOf(path));
  if (bytes.length % 8 !== 0 || bytes.length === 0) throw stageDamaged(indexOf(path));
  const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  if (numbers[0] !== crc32(bytes.subarray(8))) throw stageDamaged(indexOf(path));
  const entries = numbers.subarray(1);
  const chunks: StoredChunk[] = [];
  for (let at = 0; at < entries.length; at += ENTRY) {
    const [kind, rank, sequence, partition, firstStart, rows, offset, size, checksum] = entries.subarray(
      at,
      at + ENTRY,
    );
    if (!isWanted(partition)) continue;
    const origin = { kind: KINDS[kind], rank, sequence, partition, firstStart, rows };
    chunks.push({ ...origin, buffer: null, packed: true, file, offset, bytes: size, checksum });
  }
  return chunks;
}

function indexOf(path: string): string {
  return `${path}.index`;
}
