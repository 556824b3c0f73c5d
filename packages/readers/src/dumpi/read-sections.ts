import { fstatSync, readSync } from 'node:fs';
import { WeftError } from '@weft/model';

export const LEAD_IN = Uint8Array.of(0xff, 0xaa, 0xdd, 0x44, 0x55, 0x4d, 0x50, 0x49);
const FOOTER_MAGIC = Uint8Array.of(0, 0, 0, 0, 0xf0, 0x07, 0xfe, 0xe7);
const FOOTER_SLOTS = 291;
/** Sections other than the stream are small; more than this is damage. */
const MOST_SECTION_BYTES = 64 << 20;

/** What stands around the stream of calls in a .bin file. */
export interface Sections {
  readonly size: number;
  readonly body: number;
  /** Where the stream ends at the latest. */
  readonly streamEnd: number;
  readonly hasIndex: boolean;
  /** Length of the index at the end, 0 without. */
  readonly indexBytes: number;
  readonly version: readonly number[] | null;
  /** Unix seconds. */
  readonly startTime: number | null;
  readonly host: string | null;
  readonly user: string | null;
  /** Records of each function in the stream, from the footer. */
  readonly records: Int32Array | null;
  readonly typeSizes: Int32Array | null;
  readonly faults: readonly string[];
}

interface Index {
  readonly bytes: number;
  /** null = from before there was one. */
  readonly sizes: number | null;
  readonly header: number;
  readonly body: number;
  readonly footer: number;
}

export function readSections(file: number, path: string): Sections {
  const size = fstatSync(file).size;
  checkLeadIn(file, path, size);
  const faults: string[] = [];
  const index = readIndex(file, size);
  if (!index) faults.push('the index at the end is missing');
  const header = index && attempt(faults, 'header', () => readHeader(file, index.header, size));
  const records = index && attempt(faults, 'footer', () => readFooter(file, index.footer, size));
  const sizesAt = index?.sizes ?? null;
  const typeSizes =
    sizesAt === null ? null : attempt(faults, 'datatype sizes', () => readTypeSizes(file, sizesAt, size));
  return {
    size,
    body: index?.body ?? 8,
    streamEnd: index && index.header > index.body ? index.header : size,
    hasIndex: index !== null,
    indexBytes: index?.bytes ?? 0,
    version: header?.version ?? null,
    startTime: header?.startTime ?? null,
    host: header?.host ?? null,
    user: header?.user ?? null,
    records: records ?? null,
    typeSizes,
    faults,
  };
}

function attempt<T>(faults: string[], what: string, read: () => T | null): T | null {
  const value = read();
  if (value === null) faults.push(`the ${what} section is damaged`);
  return value;
}

function checkLeadIn(file: number, path: string, size: number): void {
  if (size === 0) {
    throw new WeftError({
      code: 'EMPTY-FILE',
      message: 'the trace file is empty: the run was killed before it was written',
      file: path,
      offset: 0,
      record: 'lead-in',
      advice: 'Trace the run again, or import the other ranks with --keep-going.',
    });
  }
  const lead = readBytes(file, 0, Math.min(size, 8));
  if (startsWith(lead, LEAD_IN)) return;
  throw new WeftError({
    code: 'NOT-DUMPI',
    message: 'the file does not begin with the DUMPI magic',
    file: path,
    offset: 0,
    record: 'lead-in',
    advice: 'Check that the file is a DUMPI .bin file; --keep-going imports the others.',
  });
}

/** The magic stands 64, 56, 48 or 40 bytes before the end: older files have fewer offsets. */
function readIndex(file: number, size: number): Index | null {
  for (const length of [64, 56, 48, 40]) {
    if (size < length + 16) continue;
    const bytes = readBytes(file, size - length, length);
    if (!startsWith(bytes, LEAD_IN)) continue;
    const offsets = Array.from({ length: length / 8 - 1 }, (_, slot) => readU64(bytes, 8 + slot * 8));
    const [header, body, footer] = offsets.slice(-4);
    const sizes = length === 64 ? offsets[0] : null;
    const bodyFits = body >= 8 && body + 8 <= size - length;
    const headerFits = header === 0 || (header > body && header < size);
    if (!bodyFits || !headerFits) return null;
    return { bytes: length, sizes, header, body, footer };
  }
  return null;
}

function readHeader(file: number, at: number, size: number) {
  const bytes = readBytes(file, at, Math.min(size - at, 1 << 17));
  if (at <= 0 || bytes.length < 13) return null;
  const host = readString16(bytes, 11);
  const user = host && readString16(bytes, host.end);
  if (!user) return null;
  return {
    version: [bytes[0], bytes[1], bytes[2]],
    startTime: readU64(bytes, 3),
    host: host.text,
    user: user.text === '<none>' ? null : user.text,
  };
}

/** Records = calls - calls not recorded. */
function readFooter(file: number, at: number, size: number): Int32Array | null {
  const length = 8 + FOOTER_SLOTS * 8;
  if (at <= 0 || at + length > size) return null;
  const bytes = readBytes(file, at, length);
  if (!startsWith(bytes, FOOTER_MAGIC)) return null;
  const records = new Int32Array(FOOTER_SLOTS - 1);
  for (let id = 0; id < records.length; id++) {
    records[id] = readU32(bytes, 8 + id * 4) - readU32(bytes, 8 + (FOOTER_SLOTS + id) * 4);
  }
  // Without a single call it was never filled in, and must not end the search for communicators.
  const isFilled = records.some((count) => count > 0);
  return isFilled && records.every((count) => count >= 0) ? records : null;
}

function readTypeSizes(file: number, at: number, size: number): Int32Array | null {
  if (at <= 0 || at + 4 > size) return null;
  const count = readU32(readBytes(file, at, 4), 0);
  if (count * 4 > Math.min(size - at - 4, MOST_SECTION_BYTES)) return null;
  const bytes = readBytes(file, at + 4, count * 4);
  return Int32Array.from({ length: count }, (_, id) => readU32(bytes, id * 4) | 0);
}

function readString16(bytes: Uint8Array, at: number): { text: string; end: number } | null {
  if (at + 2 > bytes.length) return null;
  const end = at + 2 + bytes[at] * 256 + bytes[at + 1];
  return end > bytes.length ? null : { text: Buffer.from(bytes.subarray(at + 2, end)).toString('utf8'), end };
}

function readBytes(file: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, length));
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, Math.max(0, at)));
}

function startsWith(bytes: Uint8Array, magic: Uint8Array): boolean {
  return bytes.length >= magic.length && magic.every((byte, at) => bytes[at] === byte);
}

function readU32(bytes: Uint8Array, at: number): number {
  return bytes[at] * 0x1000000 + ((bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]);
}

export function readU64(bytes: Uint8Array, at: number): number {
  return readU32(bytes, at) * 0x100000000 + readU32(bytes, at + 4);
}
