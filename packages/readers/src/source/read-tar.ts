import { Readable } from 'node:stream';
import { WeftError } from '@weft/model';

const BLOCK = 512;

/** Calls `onFile` for each regular file of a tar stream (ustar, GNU long names, pax paths and sizes). */
export async function readTar(
  bytes: Readable,
  file: string,
  onFile: (name: string, content: Readable, size: number) => Promise<void>,
): Promise<void> {
  const reader = new BlockReader(bytes);
  let longName: string | null = null;
  let pax: Map<string, string> | null = null;
  for (;;) {
    const offset = reader.offset;
    const header = await reader.take(BLOCK);
    if (header.length === 0 || header.every((byte) => byte === 0)) return;
    if (header.length < BLOCK || !checksumFits(header)) throw damagedTar(file, offset);
    const size = pax?.has('size') ? Number(pax.get('size')) : readNumber(header, 124, 12);
    const type = String.fromCharCode(header[156]);
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (type === 'L') {
      longName = readText(await reader.take(size), 0, size);
    } else if (type === 'x') {
      pax = parsePax(await reader.take(size));
    } else if (type === '0' || type === '\0' || type === '7') {
      await onFile(
        pax?.get('path') ?? longName ?? headerName(header),
        Readable.from(reader.pieces(size)),
        size,
      );
      longName = null;
      pax = null;
    } else {
      for await (const _ of reader.pieces(size));
      if (type !== 'g') {
        longName = null;
        pax = null;
      }
    }
    await reader.take(padding);
    if (reader.ended && reader.missing) throw damagedTar(file, reader.offset);
  }
}

class BlockReader {
  offset = 0;
  ended = false;
  missing = false;
  private readonly chunks: AsyncIterator<Uint8Array>;
  private current: Uint8Array = new Uint8Array(0);

  constructor(bytes: Readable) {
    this.chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  }

  async take(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const piece of this.pieces(length)) parts.push(piece);
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }

  async *pieces(length: number): AsyncGenerator<Uint8Array> {
    let left = length;
    while (left > 0) {
      if (this.current.length === 0 && !(await this.refill())) {
        this.missing = true;
        return;
      }
      const piece = this.current.subarray(0, Math.min(left, this.current.length));
      this.current = this.current.subarray(piece.length);
      this.offset += piece.length;
      left -= piece.length;
      yield piece;
    }
  }

  private async refill(): Promise<boolean> {
    if (this.ended) return false;
    const { value, done } = await this.chunks.next();
    if (done) {
      this.ended = true;
      return false;
    }
    this.current = value;
    return true;
  }
}

function checksumFits(header: Uint8Array): boolean {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : header[at];
  return sum === readNumber(header, 148, 8);
}

function readNumber(header: Uint8Array, at: number, length: number): number {
  if (header[at] & 0x80) {
    let value = header[at] & 0x7f;
    for (let i = at + 1; i < at + length; i++) value = value * 256 + header[i];
    return value;
  }
  return Number.parseInt(readText(header, at, length).trim() || '0', 8);
}

function readText(bytes: Uint8Array, at: number, length: number): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(length, bytes.length - at)).toString(
    'utf8',
  );
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

function headerName(header: Uint8Array): string {
  const prefix = readText(header, 345, 155);
  const name = readText(header, 0, 100);
  return prefix && readText(header, 257, 5) === 'ustar' ? `${prefix}/${name}` : name;
}

function parsePax(bytes: Uint8Array): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of Buffer.from(bytes).toString('utf8').split('\n')) {
    const match = /^\d+ ([^=]+)=(.*)$/.exec(line);
    if (match) fields.set(match[1], match[2]);
  }
  return fields;
}

function damagedTar(file: string, offset: number): WeftError {
  return new WeftError({
    code: 'DAMAGED-ARCHIVE',
    message: 'the tar archive is damaged or cut off',
    file,
    offset,
    record: 'tar header',
    advice: 'Unpack it by hand to see what is left, then import the files.',
  });
}
