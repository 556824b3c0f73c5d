import { WeftError } from '@weft/model';
import { ByteCursor, readChunkMark } from './byte-cursor.ts';

/** What the anchor file (NAME.otf2) says about the archive. */
export interface Anchor {
  readonly version: string;
  readonly eventChunkSize: number;
  readonly definitionChunkSize: number;
  readonly locations: number;
  readonly definitions: number;
  readonly machine: string;
  readonly creator: string;
  readonly description: string;
  readonly properties: ReadonlyMap<string, string>;
}

const MAGIC = [0x4f, 0x54, 0x46, 0x32, 0];
/** The library allows 256 KiB to 16 MiB; a reader can be more patient, but not boundless. */
const SMALLEST_CHUNK = 1024n;
const LARGEST_CHUNK = 1n << 28n;

export function looksLikeAnchor(head: Uint8Array): boolean {
  return (
    head.length > 9 &&
    head[0] === 3 &&
    (head[1] === 0x42 || head[1] === 0x23) &&
    MAGIC.every((byte, i) => head[2 + i] === byte)
  );
}

export function parseAnchor(bytes: Uint8Array, file: string): Anchor {
  if (!looksLikeAnchor(bytes)) throw notAnAnchor(bytes, file);
  const cursor = new ByteCursor(bytes, file);
  cursor.record = 'anchor';
  readChunkMark(cursor);
  cursor.string();
  const format = cursor.u8();
  cursor.u8();
  const version = [cursor.u8(), cursor.u8(), cursor.u8()].join('.');
  const eventChunkSize = readChunkSize(cursor, 'event');
  const definitionChunkSize = readChunkSize(cursor, 'definition');
  checkStorage(cursor, file);
  const locations = Number(cursor.u64());
  const definitions = Number(cursor.u64());
  const machine = cursor.string();
  const creator = cursor.string();
  const description = cursor.string();
  const properties = format >= 2 ? readProperties(cursor) : new Map<string, string>();
  return {
    version,
    eventChunkSize,
    definitionChunkSize,
    locations,
    definitions,
    machine,
    creator,
    description,
    properties,
  };
}

function readChunkSize(cursor: ByteCursor, kind: string): number {
  const size = cursor.u64();
  if (size >= SMALLEST_CHUNK && size <= LARGEST_CHUNK) return Number(size);
  cursor.pos -= 8;
  throw cursor.fail(`${kind} chunks of ${size} bytes are not plausible`);
}

function checkStorage(cursor: ByteCursor, file: string): void {
  const substrate = cursor.u8();
  const compression = cursor.u8();
  const unsupported =
    substrate === 2
      ? 'its locations lie in SIONlib containers'
      : compression === 2
        ? 'its files are compressed by zlib'
        : null;
  if (unsupported === null) return;
  throw new WeftError({
    code: 'OTF2-UNSUPPORTED',
    message: `this OTF2 archive cannot be read: ${unsupported}`,
    file,
    offset: cursor.pos - 2,
    record: 'anchor',
    advice: 'Write the archive as plain files: substrate POSIX, no compression.',
  });
}

function readProperties(cursor: ByteCursor): Map<string, string> {
  const properties = new Map<string, string>();
  const count = cursor.u32();
  if (count * 2 > cursor.end - cursor.pos) throw cursor.fail(`${count} properties do not fit the file`);
  for (let i = 0; i < count; i++) properties.set(cursor.string(), cursor.string());
  return properties;
}

function notAnAnchor(bytes: Uint8Array, file: string): WeftError {
  return new WeftError({
    code: 'OTF2-NOT-AN-ARCHIVE',
    message: bytes.length === 0 ? 'the anchor file is empty' : 'this is not an OTF2 anchor file',
    file,
    offset: 0,
    record: 'anchor',
    advice: 'Name the archive by its .otf2 file.',
  });
}
