import { readHigh, readLow, readV32, readV64, width32, width64 } from './compressed-numbers.ts';
import type { EventBatch } from './event-batch.ts';
import * as kinds from './event-kinds.ts';
import * as form from './record-forms.ts';
import type { ScanCounts } from './scan-counts.ts';

/** Where fields are read from, and the counts of what they say. */
interface FieldSource {
  readonly bytes: Uint8Array;
  readonly littleEndian: boolean;
  readonly counts: ScanCounts;
}

/**
 * Reads the fields of a record from `at` into the batch's next row. Returns the place after them, or one beyond `end`
 * where they do not fit.
 */
export function readFields(
  source: FieldSource,
  id: number,
  at: number,
  end: number,
  batch: EventBatch,
): number {
  const layout = form.forms[id];
  switch (layout) {
    case form.FORM_NONE:
      return at;
    case form.FORM_MESSAGE:
      return readMessage(source, id, at, end, batch);
    case form.FORM_MESSAGE_REQUEST:
      return readRequest(source, readMessage(source, id, at, end, batch), end, batch);
    case form.FORM_COLLECTIVE:
      return readCollective(source, at, end, batch);
    case form.FORM_COLLECTIVE_REQUEST:
      return readRequest(source, readCollective(source, at, end, batch), end, batch);
    case form.FORM_REQUEST_RECORD:
      return readRequest(source, at, end, batch);
    case form.FORM_ONE_SIDED:
      return readOneSided(source, at, end, batch);
    case form.FORM_ATOMIC:
      return readAtomic(source, at, end, batch);
    case form.FORM_TRANSFER_END:
      return readTransferEnd(source, at, end, batch);
    case form.FORM_METRIC:
      return readMetric(source, at, end, batch);
    case form.FORM_FILE:
      return readFileOperation(source, at, end, batch);
    default:
      batch.first[batch.rows] = readV32(source.bytes, at, source.littleEndian);
      return at + (width32[source.bytes[at]] || end);
  }
}

/** Peer, communicator, tag, bytes. */
function readMessage(source: FieldSource, id: number, from: number, end: number, batch: EventBatch): number {
  const { bytes, littleEndian: le, counts } = source;
  const row = batch.rows;
  let at = from;
  batch.first[row] = readV32(bytes, at, le);
  at += width32[bytes[at]] || end;
  batch.comm[row] = readV32(bytes, at, le);
  at += width32[bytes[at]] || end;
  batch.tag[row] = readV32(bytes, at, le);
  at += width32[bytes[at]] || end;
  const size = readSize(source, at);
  batch.bytes[row] = size;
  if (id <= kinds.MPI_ISEND) counts.sentBytes += size;
  else counts.receivedBytes += size;
  return at + (width64[bytes[at]] || end);
}

/** Operation, communicator, root, bytes sent, bytes received. */
function readCollective(source: FieldSource, from: number, end: number, batch: EventBatch): number {
  const { bytes, littleEndian: le } = source;
  const row = batch.rows;
  let at = from;
  batch.tag[row] = bytes[at++];
  batch.comm[row] = readV32(bytes, at, le);
  at += width32[bytes[at]] || end;
  batch.first[row] = readV32(bytes, at, le);
  at += width32[bytes[at]] || end;
  batch.bytes[row] = readSize(source, at);
  at += width64[bytes[at]] || end;
  batch.received[row] = readSize(source, at);
  at += width64[bytes[at]] || end;
  if (at <= end) countCollective(source, batch.tag[row], batch.bytes[row], batch.received[row]);
  return at;
}

/** Window, remote rank, bytes, id of the transfer. */
function readOneSided(source: FieldSource, from: number, end: number, batch: EventBatch): number {
  const { bytes, littleEndian: le } = source;
  const row = batch.rows;
  let at = from;
  batch.first[row] = readV32(bytes, at, le);
  at += width32[bytes[at]] || end;
  batch.comm[row] = readV32(bytes, at, le);
  at += width32[bytes[at]] || end;
  batch.bytes[row] = readSize(source, at);
  return readRequest(source, at + (width64[bytes[at]] || end), end, batch);
}

/** Window, id of the transfer that is complete. */
function readTransferEnd(source: FieldSource, at: number, end: number, batch: EventBatch): number {
  const { bytes, littleEndian: le } = source;
  batch.first[batch.rows] = readV32(bytes, at, le);
  return readRequest(source, at + (width32[bytes[at]] || end), end, batch);
}

/** Window, remote rank, kind of operation, bytes sent, bytes received. */
function readAtomic(source: FieldSource, from: number, end: number, batch: EventBatch): number {
  const { bytes, littleEndian: le } = source;
  const row = batch.rows;
  let at = from;
  batch.first[row] = readV32(bytes, at, le);
  at += width32[bytes[at]] || end;
  batch.comm[row] = readV32(bytes, at, le);
  at += (width32[bytes[at]] || end) + 1;
  batch.bytes[row] = readSize(source, at);
  at += width64[bytes[at]] || end;
  batch.received[row] = readSize(source, at);
  return at + (width64[bytes[at]] || end);
}

/** Metric, number of values, and for each its type and itself. */
function readMetric(source: FieldSource, from: number, end: number, batch: EventBatch): number {
  const { bytes, littleEndian: le } = source;
  const row = batch.rows;
  let at = from;
  batch.first[row] = readV32(bytes, at, le);
  at += width32[bytes[at]] || end;
  const count = bytes[at++];
  batch.comm[row] = batch.values.count;
  batch.tag[row] = count;
  for (let value = 0; value < count && at < end; value++) at = readMetricValue(source, at, end, batch);
  return at;
}

const TYPE_INT64 = 8;
const TYPE_DOUBLE = 10;

function readMetricValue(
  { bytes, littleEndian: le }: FieldSource,
  from: number,
  end: number,
  { values }: EventBatch,
) {
  const type = bytes[from];
  const at = from + 1;
  const [high, low] = [readHigh(bytes, at, le), readLow(bytes, at, le)];
  if (type === TYPE_DOUBLE) values.add(doubleOf(high, low));
  else values.add((type === TYPE_INT64 ? high | 0 : high) * 4294967296 + low);
  return at + (width64[bytes[at]] || end);
}

const bits = new DataView(new ArrayBuffer(8));

/** Doubles are written as the integer of the same bits. */
function doubleOf(high: number, low: number): number {
  bits.setUint32(0, high);
  bits.setUint32(4, low);
  return bits.getFloat64(0);
}

/** Handle, mode, flags, bytes requested. */
function readFileOperation(source: FieldSource, from: number, end: number, batch: EventBatch): number {
  const { bytes } = source;
  let at = from;
  at += (width32[bytes[at]] || end) + 1;
  at += width32[bytes[at]] || end;
  batch.bytes[batch.rows] = readSize(source, at);
  return at + (width64[bytes[at]] || end);
}

function readRequest(source: FieldSource, at: number, end: number, batch: EventBatch): number {
  const { bytes, littleEndian: le } = source;
  batch.requestLow[batch.rows] = readLow(bytes, at, le);
  batch.requestHigh[batch.rows] = readHigh(bytes, at, le);
  return at + (width64[bytes[at]] || end);
}

function countCollective(source: FieldSource, op: number, sent: number, received: number): void {
  const { collectiveCalls, collectiveSent, collectiveReceived } = source.counts;
  collectiveCalls[op]++;
  collectiveSent[op] += sent;
  collectiveReceived[op] += received;
}

function readSize(source: FieldSource, at: number): number {
  const size = readV64(source.bytes, at, source.littleEndian);
  if (size <= Number.MAX_SAFE_INTEGER) return size;
  source.counts.badSizes++;
  return 0;
}
