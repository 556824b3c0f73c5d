import { Readable } from 'node:stream';
import { WeftError } from '@weft/model';
import { BlockReader } from './block-reader.ts';

const BLOCK = 512;
/** Names and attributes of one member, and whatever is no file; a header that announces more is damaged. */
const MOST_ATTRIBUTE_BYTES = 1 << 20;

type OnFile = (name: string, content: Readable, size: number) => Promise<void>;

/** What the headers before a member say about it. */
interface Attributes {
  readonly name: string | null;
  readonly size: number | null;
  readonly isSparse: boolean;
}

const noAttributes: Attributes = { name: null, size: null, isSparse: false };

/** Calls `onFile` for each regular file of a tar stream (ustar, GNU long names, pax paths and sizes). */
export async function readTar(bytes: Readable, file: string, onFile: OnFile): Promise<void> {
  const reader = new BlockReader(bytes);
  let attributes = noAttributes;
  for (;;) {
    const offset = reader.offset;
    const header = await reader.take(BLOCK);
    if (header.length === 0 || header.every((byte) => byte === 0)) return;
    if (header.length < BLOCK || !checksumFits(header)) throw damagedTar(file, offset);
    const size = attributes.size ?? readNumber(header, 124, 12);
    if (!Number.isSafeInteger(size) || size < 0) throw damagedTar(file, offset);
    const type = String.fromCharCode(header[156]);
    const isFile = type === '0' || type === '\0' || type === '7';
    if (!isFile && type !== 'S' && size > MOST_ATTRIBUTE_BYTES) throw damagedTar(file, offset);
    if (type === 'L' || type === 'x') {
      attributes = { ...attributes, ...readAttributes(type, await reader.take(size)) };
    } else {
      const name = attributes.name ?? headerName(header);
      if (type === 'S' || attributes.isSparse) throw sparseMember(file, offset, name);
      if (isFile) await onFile(name, Readable.from(reader.pieces(size)), size);
      else for await (const _ of reader.pieces(size));
      if (type !== 'g') attributes = noAttributes;
    }
    await reader.take((BLOCK - (size % BLOCK)) % BLOCK);
    if (reader.ended && reader.missing) throw damagedTar(file, reader.offset);
  }
}

function readAttributes(type: 'L' | 'x', bytes: Uint8Array): Partial<Attributes> {
  if (type === 'L') return { name: readText(bytes, 0, bytes.length) };
  const fields = parsePax(bytes);
  const [name, size] = [fields.get('path'), fields.get('size')];
  return {
    ...(name === undefined ? {} : { name }),
    ...(size === undefined ? {} : { size: Number(size) }),
    isSparse: [...fields.keys()].some((key) => key.startsWith('GNU.sparse.')),
  };
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

function sparseMember(file: string, offset: number, name: string): WeftError {
  return new WeftError({
    code: 'ARCHIVE-UNSUPPORTED',
    message: `the member ${name} is stored as a sparse file, which is not read`,
    file,
    offset,
    record: 'tar header',
    advice: 'Unpack the archive and import the files.',
  });
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
