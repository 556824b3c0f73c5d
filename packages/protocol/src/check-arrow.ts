import { badAnswer } from './bad-answer.ts';
import { type FlatTable, flatTable, flatVector, int32, int64, uint8 } from './flat-table.ts';

const CONTINUATION = -1;
const SCHEMA = 1;
const DICTIONARY_BATCH = 2;
const RECORD_BATCH = 3;
/** Int, FloatingPoint, Utf8, List and FixedSizeList. */
const TYPES: ReadonlySet<number> = new Set([2, 3, 5, 12, 16]);
/** Lists of numbers have one level of children. */
const MOST_DEPTH = 4;

/**
 * Refuses a stream in which a length or an offset is not so: the decoder of Arrow believes them, and would loop for ever or
 * fill the memory. Looks at what describes the columns, never at their values.
 */
export function checkArrow(bytes: Uint8Array): void {
  const all = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 4 <= all.byteLength) {
    if (int32(all, at) === CONTINUATION) at += 4;
    if (at + 4 > all.byteLength) return;
    const length = int32(all, at);
    if (length === 0) return;
    at += 4;
    const head = part(all, at, length);
    at += length;
    const bodyLength = bodyLengthOf(head);
    part(all, at, bodyLength);
    checkMessage(head, bodyLength);
    at += bodyLength;
  }
}

function part({ buffer, byteOffset, byteLength }: DataView, at: number, length: number): DataView {
  if (!(length >= 0 && at + length <= byteLength)) throw badAnswer('a message is longer than its bytes');
  return new DataView(buffer, byteOffset + at, length);
}

function bodyLengthOf(head: DataView): number {
  const at = flatTable(head, 0).field(10);
  return at === null ? 0 : int64(head, at);
}

function checkMessage(head: DataView, bodyLength: number): void {
  const message = flatTable(head, 0);
  const kindAt = message.field(6);
  const headerAt = message.field(8);
  const kind = kindAt === null ? 0 : uint8(head, kindAt);
  if (headerAt === null) throw badAnswer('a message is empty');
  const header = flatTable(head, headerAt);
  const data = header.field(6);
  if (kind === SCHEMA) checkSchema(head, header);
  else if (kind === RECORD_BATCH) checkBatch(head, header, bodyLength);
  else if (kind === DICTIONARY_BATCH && data !== null) checkBatch(head, flatTable(head, data), bodyLength);
  else throw badAnswer(`it has a message of kind ${kind}`);
}

function checkSchema(head: DataView, schema: FlatTable): void {
  flatVector(head, schema.field(8), 4);
  checkFields(head, schema.field(6), 0, { left: head.byteLength });
}

/** `budget` ends fields that lead to one another: each takes bytes of its own. */
function checkFields(head: DataView, at: number | null, depth: number, budget: { left: number }): void {
  for (const entry of flatVector(head, at, 4)) {
    const field = flatTable(head, entry);
    if (depth > MOST_DEPTH || budget.left-- <= 0) throw badAnswer('its columns are nested too deeply');
    const type = field.field(8);
    const typeId = type === null ? 0 : uint8(head, type);
    if (!TYPES.has(typeId)) throw badAnswer(`it has a column of the Arrow type ${typeId}`);
    flatVector(head, field.field(16), 4);
    checkFields(head, field.field(14), depth + 1, budget);
  }
}

function checkBatch(head: DataView, batch: FlatTable, bodyLength: number): void {
  if (batch.field(10) !== null) throw badAnswer('it is compressed');
  const rows = batch.field(4);
  checkLength(rows === null ? 0 : int64(head, rows), bodyLength);
  for (const at of flatVector(head, batch.field(6), 16)) {
    const length = int64(head, at);
    checkLength(length, bodyLength);
    checkLength(int64(head, at + 8), length);
  }
  for (const at of flatVector(head, batch.field(8), 16)) {
    const offset = int64(head, at);
    checkLength(offset, bodyLength);
    checkLength(int64(head, at + 8), bodyLength - offset);
  }
  flatVector(head, batch.field(12), 8);
}

/** Rows, nulls and pieces of the body: each takes a byte of it at least. */
function checkLength(length: number, most: number): void {
  if (!(length >= 0 && length <= most)) throw badAnswer('a column is longer than its bytes');
}
