/** The end of a Parquet file: the length of its footer in four bytes, and four letters. */
const TAIL_BYTES = 8;
/** The schema and the number of rows come first in a footer, before what grows with the file. */
const HEAD_BYTES = 64 << 10;

/** Where in the bytes of a footer (Thrift's compact form) the reader is. */
interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

const TYPES = {
  true: 1,
  false: 2,
  byte: 3,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;
const NUM_ROWS = 3;
const MOST_LEVELS = 16;

/** Bytes of a file from a position on; fewer where it ends. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>;

/** The rows that the footer of a Parquet file says it has; null where it cannot be read. */
export async function parquetRows(readAt: ReadAt, size: number): Promise<number | null> {
  if (size < TAIL_BYTES) return null;
  const tail = await readAt(size - TAIL_BYTES, TAIL_BYTES);
  const length = tail.readUInt32LE(0);
  if (length > size - TAIL_BYTES) return null;
  const head = await readAt(size - TAIL_BYTES - length, Math.min(length, HEAD_BYTES));
  try {
    return readNumRows({ bytes: head, at: 0 });
  } catch {
    return null;
  }
}

function readNumRows(cursor: Cursor): number | null {
  for (let field = 0; ; ) {
    const { id, type } = readField(cursor, field);
    if (type === 0) return null;
    if (id === NUM_ROWS) {
      const rows = readSigned(cursor);
      return Number.isSafeInteger(rows) && rows >= 0 ? rows : null;
    }
    skipValue(cursor, type, 0);
    field = id;
  }
}

function readField(cursor: Cursor, before: number): { id: number; type: number } {
  const header = readByte(cursor);
  const step = header >> 4;
  const type = header & 15;
  return { id: type === 0 ? 0 : step > 0 ? before + step : readSigned(cursor), type };
}

function skipValue(cursor: Cursor, type: number, level: number): void {
  if (level > MOST_LEVELS) throw new RangeError('a footer inside footers');
  switch (type) {
    case TYPES.true:
    case TYPES.false:
      return;
    case TYPES.byte:
      skipBytes(cursor, 1);
      return;
    case TYPES.double:
      skipBytes(cursor, 8);
      return;
    case TYPES.binary:
      skipBytes(cursor, readUnsigned(cursor));
      return;
    case TYPES.list:
    case TYPES.set:
      skipList(cursor, level);
      return;
    case TYPES.map:
      throw new RangeError('footers have no maps');
    case TYPES.struct:
      while (skipField(cursor, level));
      return;
    default:
      readUnsigned(cursor);
  }
}

function skipField(cursor: Cursor, level: number): boolean {
  const { type } = readField(cursor, 0);
  if (type !== 0) skipValue(cursor, type, level + 1);
  return type !== 0;
}

function skipList(cursor: Cursor, level: number): void {
  const header = readByte(cursor);
  const count = header >> 4 === 15 ? readUnsigned(cursor) : header >> 4;
  const type = header & 15;
  const isFlag = type === TYPES.true || type === TYPES.false;
  for (let item = 0; item < count; item++) {
    if (isFlag) readByte(cursor);
    else skipValue(cursor, type, level + 1);
  }
}

function readByte(cursor: Cursor): number {
  skipBytes(cursor, 1);
  return cursor.bytes[cursor.at - 1];
}

/** What a footer claims to have is believed as far as it has bytes. */
function skipBytes(cursor: Cursor, count: number): void {
  cursor.at += count;
  if (cursor.at > cursor.bytes.length) throw new RangeError('the footer is cut');
}

function readUnsigned(cursor: Cursor): number {
  let value = 0;
  for (let factor = 1; factor <= 2 ** 63; factor *= 128) {
    const byte = readByte(cursor);
    value += (byte & 127) * factor;
    if (byte < 128) return value;
  }
  throw new RangeError('a number without end');
}

/** Zigzag: 0, -1, 1, -2, 2 ... */
function readSigned(cursor: Cursor): number {
  const value = readUnsigned(cursor);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
