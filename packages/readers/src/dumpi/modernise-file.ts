import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { ByteWindow } from './byte-window.ts';
import { ByteWriter } from './byte-writer.ts';
import { LEAD_IN, readSections, readU64, type Sections } from './read-sections.ts';
import { readI32 } from './read-values.ts';
import { type Argument, END_OF_STREAM, functionId, functionLayouts, valueSize } from './record-layout.ts';

const INIT = functionId('MPI_Init');
const CART_GET = functionId('MPI_Cart_get');
const TYPE_STRUCT = functionId('MPI_Type_struct');
const ANY_TAG = -1;
/** A status before 0.6.3: bytes, source, cancelled, error, and no tag. */
const OLD_STATUS_BYTES = 10;
const TOO_SHORT = -1;

/** Release of the last change to the layout of records. */
const LAST_CHANGE = [0, 6, 9];

export type Version = readonly number[];

function isBefore(version: Version, release: Version): boolean {
  const at = release.findIndex((number, place) => number !== version[place]);
  return at >= 0 && version[at] < release[at];
}

/** So many files must agree that they are old: one alone may have a damaged header. */
const WITNESSES = 3;

/** The version of files whose records have not today's layout, null where they have. */
export function oldVersion(paths: readonly string[]): Version | null {
  const known: Version[] = [];
  for (const path of paths) {
    const version = versionOf(path);
    if (version && !isBefore(version, LAST_CHANGE)) return null;
    if (version) known.push(version);
    if (known.length === WITNESSES) break;
  }
  return known[0] ?? null;
}

function versionOf(path: string): Version | null {
  try {
    const file = openSync(path, 'r');
    try {
      return readSections(file, path).version;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** Writes the file as a later release would have: its records in today's layout, everything else as it was. */
export function moderniseFile(from: string, to: string, version: Version): void {
  const file = openSync(from, 'r');
  const out = openSync(to, 'w');
  try {
    const sections = readSections(file, from);
    const writer = new ByteWriter();
    let written = 0;
    const flush = () => {
      written += writeSync(out, writer.take());
    };
    writer.raw(readAt(file, 0, sections.body + 8));
    const left = copyRecords(file, sections, version, writer, flush);
    writer.raw(left);
    flush();
    writer.raw(movedEnd(file, sections, written - sections.streamEnd));
    flush();
  } finally {
    closeSync(file);
    closeSync(out);
  }
}

/** Copies record by record; what follows the last whole one is left to the caller. */
function copyRecords(
  file: number,
  sections: Sections,
  version: Version,
  out: ByteWriter,
  flush: () => void,
): Uint8Array {
  const window = new ByteWindow(file, sections.body + 8, sections.streamEnd);
  for (;;) {
    const mark = out.length;
    const end = copyRecord(window.bytes, window.at, window.limit, version, out);
    if (end >= 0) {
      window.at = end;
      if (out.length > 1 << 20) flush();
      continue;
    }
    out.length = mark;
    if (window.refill()) continue;
    return window.bytes.slice(window.at, window.limit);
  }
}

/** End of the record at `at`, or -1 where there is no whole one. */
function copyRecord(bytes: Uint8Array, at: number, limit: number, version: Version, out: ByteWriter): number {
  if (at + 4 > limit) return TOO_SHORT;
  const id = bytes[at] * 256 + bytes[at + 1];
  const layout = functionLayouts[id];
  if (id === END_OF_STREAM || !layout) return TOO_SHORT;
  const mask = bytes[at + 2];
  let next = at + 3 + (mask & 0x40 ? 2 : 0) + (mask & 0x04 ? 12 : 0) + (mask & 0x08 ? 12 : 0);
  if (mask & 0x80) next += next < limit ? 1 + bytes[next] * 16 : 1;
  if (next > limit) return TOO_SHORT;
  out.raw(bytes.subarray(at, next));
  const copy = new ArgumentCopy(bytes, next, limit, out);
  for (const argument of layout.arguments) {
    if (argument.rootOnly && !copy.atRoot) continue;
    if (argument.type === 'status') {
      if (mask & 3) copy.statuses(isBefore(version, [0, 6, 3]));
    } else if (isSingleValue(id, argument.name, version)) copy.arrayOfOne();
    else copy.argument(argument);
    if (copy.at < 0) return TOO_SHORT;
    if (id === INIT && argument.name === 'argc' && isBefore(version, [0, 6, 2])) copy.at += 4;
  }
  return copy.at <= limit ? copy.at : TOO_SHORT;
}

/** Arrays of which only one value was stored, by mistake. */
function isSingleValue(id: number, name: string, version: Version): boolean {
  if (id === CART_GET && name === 'coords') return isBefore(version, [0, 6, 8]);
  return id === TYPE_STRUCT && name === 'indices' && isBefore(version, [0, 6, 9]);
}

class ArgumentCopy {
  /** Next byte to read; -1 where the bytes have come to an end. */
  at: number;
  private readonly bytes: Uint8Array;
  private readonly limit: number;
  private readonly out: ByteWriter;
  private readonly named = new Map<string, number>();

  constructor(bytes: Uint8Array, at: number, limit: number, out: ByteWriter) {
    this.bytes = bytes;
    this.at = at;
    this.limit = limit;
    this.out = out;
  }

  get atRoot(): boolean {
    return (this.named.get('commrank') ?? this.named.get('oldcommrank')) === this.named.get('root');
  }

  argument({ name, type, depth }: Argument): void {
    const from = this.at;
    if (type === 'argv')
      for (let i = this.named.get('argc') ?? 0; i > 0 && this.at >= 0; i--) this.skipArray(1);
    else if (type !== 'status') this.skip(type === 'z' ? 0 : valueSize[type], depth);
    if (this.at < 0) return;
    if (type === 'i' && depth === 0) this.named.set(name, readI32(this.bytes, from));
    this.out.raw(this.bytes.subarray(from, this.at));
  }

  statuses(withoutTag: boolean): void {
    const from = this.at;
    this.skipArray(withoutTag ? OLD_STATUS_BYTES : OLD_STATUS_BYTES + 4);
    if (this.at < 0) return;
    if (!withoutTag) {
      this.out.raw(this.bytes.subarray(from, this.at));
      return;
    }
    this.out.raw(this.bytes.subarray(from, from + 4));
    for (let status = from + 4; status < this.at; status += OLD_STATUS_BYTES) {
      this.out.raw(this.bytes.subarray(status, status + OLD_STATUS_BYTES));
      this.out.u32(ANY_TAG);
    }
  }

  arrayOfOne(): void {
    const from = this.at;
    this.skip(4, 0);
    if (this.at < 0) return;
    this.out.u32(1);
    this.out.raw(this.bytes.subarray(from, this.at));
  }

  /** Values of `size` bytes, or strings where size is 0, `depth` arrays deep. */
  private skip(size: number, depth: number): void {
    if (depth === 0 && size > 0) this.at = this.at + size <= this.limit ? this.at + size : TOO_SHORT;
    else if (depth === 0) this.skipArray(1);
    else if (depth === 1 && size > 0) this.skipArray(size);
    else for (let i = this.length(); i > 0 && this.at >= 0; i--) this.skip(size, depth - 1);
  }

  private skipArray(size: number): void {
    const length = this.length();
    if (this.at < 0) return;
    this.at = length <= (this.limit - this.at) / size ? this.at + length * size : TOO_SHORT;
  }

  private length(): number {
    if (this.at < 0 || this.at + 4 > this.limit) this.at = TOO_SHORT;
    if (this.at < 0) return 0;
    const length = readI32(this.bytes, this.at);
    this.at = length < 0 ? TOO_SHORT : this.at + 4;
    return Math.max(0, length);
  }
}

/** Everything behind the stream; the places in the index have moved with it. */
function movedEnd(file: number, { size, streamEnd, indexBytes }: Sections, moved: number): Uint8Array {
  const bytes = readAt(file, streamEnd, size - streamEnd);
  const index = new DataView(bytes.buffer, bytes.length - indexBytes, indexBytes);
  for (let at = LEAD_IN.length; at < indexBytes; at += 8) {
    const place = readU64(bytes, bytes.length - indexBytes + at);
    if (place >= streamEnd) index.setBigUint64(at, BigInt(place + moved));
  }
  return bytes;
}

function readAt(file: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}
