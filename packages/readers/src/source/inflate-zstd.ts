import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { formatQuantity, WeftError } from '@weft/model';
import { Decompress } from 'fzstd';
import { BlockReader } from './block-reader.ts';

const FRAME = 0xfd2fb528;
/** The last four bits are free. */
const SKIPPED = 0x184d2a50;
/** A block of one byte that is repeated. */
const REPEATED = 1;
/** What `zstd` itself unpacks without being asked to take more. */
const MOST_WINDOW = 128 * 2 ** 20;

/**
 * Unpacks zstd block by block: four bytes may grow to 128 KiB, so that a piece of the file of any larger size could fill the
 * memory before anybody counts.
 */
export async function* inflateZstd(
  raw: Readable,
  file: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const stream = new Decompress((piece) => ready.push(piece));
  try {
    for await (const piece of framePieces(new BlockReader(raw), file)) {
      stream.push(piece);
      yield* ready.splice(0);
      // Of blocks that hold nothing there may be any number.
      await setImmediate(undefined, { signal });
    }
    stream.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  } finally {
    raw.destroy();
  }
}

/** The headers of frames, their blocks and their checksums. */
async function* framePieces(reader: BlockReader, file: string): AsyncGenerator<Uint8Array> {
  for (;;) {
    const start = await reader.take(4);
    if (start.length === 0) return;
    const magic = littleEndian(start);
    if (magic - (magic % 16) === SKIPPED) {
      const length = littleEndian(await exactly(reader, 4));
      for await (const _ of reader.pieces(length));
      continue;
    }
    if (magic !== FRAME) throw new Error('invalid zstd data');
    const descriptor = await exactly(reader, 1);
    const header = await exactly(reader, headerLength(descriptor[0]));
    checkWindow(windowOf(descriptor[0], header), file);
    yield Buffer.concat([start, descriptor, header]);
    yield* blocks(reader);
    if (descriptor[0] & 4) yield await exactly(reader, 4);
  }
}

async function* blocks(reader: BlockReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const header = await exactly(reader, 3);
    const size = littleEndian(header) >>> 3;
    const kind = (header[0] >> 1) & 3;
    yield Buffer.concat([header, await exactly(reader, kind === REPEATED ? 1 : size)]);
    if (header[0] & 1) return;
  }
}

const isWhole = (descriptor: number): boolean => (descriptor & 32) !== 0;

/** Bytes that tell the length of the content. */
function lengthBytes(descriptor: number): number {
  const flag = descriptor >> 6;
  return flag > 0 ? 1 << flag : Number(isWhole(descriptor));
}

function headerLength(descriptor: number): number {
  const dictionary = [0, 1, 2, 4][descriptor & 3];
  return Number(!isWhole(descriptor)) + dictionary + lengthBytes(descriptor);
}

/** Bytes of what came before that a frame may refer to: all of a frame that is whole. */
function windowOf(descriptor: number, header: Uint8Array): number {
  if (isWhole(descriptor)) return littleEndian(header.subarray(header.length - lengthBytes(descriptor)));
  const base = 2 ** (10 + (header[0] >> 3));
  return base + (base / 8) * (header[0] & 7);
}

function checkWindow(bytes: number, file: string): void {
  if (bytes <= MOST_WINDOW) return;
  throw new WeftError({
    code: 'ARCHIVE-UNSUPPORTED',
    message: `unpacking it takes a window of ${formatQuantity(bytes, 'B')}, and ${formatQuantity(MOST_WINDOW, 'B')} are given`,
    file,
    advice: 'If you trust it, unpack it with `zstd -d --long=31` and import the files.',
  });
}

async function exactly(reader: BlockReader, length: number): Promise<Uint8Array> {
  const bytes = await reader.take(length);
  if (bytes.length < length) throw new Error('unexpected end of file');
  return bytes;
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}
