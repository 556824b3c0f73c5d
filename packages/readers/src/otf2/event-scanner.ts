import type { EventBatch } from './event-batch.ts';
import * as kinds from './event-kinds.ts';
import type { LocationClock } from './location-clock.ts';
import { createScanCounts, type ScanCounts } from './scan-counts.ts';

/** Bytes after the window that a record's fields may touch before its end is checked. */
export const SCAN_MARGIN = 64;

/** Why a scan stopped. */
export type ScanStop = 'batch-full' | 'window-end' | 'chunk-end' | 'file-end' | 'damaged';

/** Ticks below this may be taken as they are. */
const EXACT = Number.MAX_SAFE_INTEGER / 4;
const END_OF_CHUNK = 0;
const END_OF_BUFFER = 1;
const END_OF_FILE = 2;
const TIMESTAMP = 5;
const ATTRIBUTE_LIST = 6;

const FORM_NONE = 0;
const FORM_REGION = 1;
const FORM_REQUEST = 2;
const FORM_MESSAGE = 3;
const FORM_MESSAGE_REQUEST = 4;
const FORM_COLLECTIVE = 5;
const FORM_COLLECTIVE_REQUEST = 6;
const FORM_REQUEST_RECORD = 7;
const FORM_REFERENCE = 8;
const FORM_ONE_SIDED = 9;
const SINGLE_32 = 10;
const SINGLE_64 = 11;

/** How each record id is laid out; everything else is skipped by its length. */
const forms = new Uint8Array(256).fill(FORM_NONE);
forms[kinds.ENTER] = forms[kinds.LEAVE] = FORM_REGION;
for (let id = kinds.MPI_ISEND_COMPLETE; id <= kinds.MPI_IRECV_REQUEST; id++) forms[id] = FORM_REQUEST;
forms[kinds.MPI_REQUEST_TEST] = forms[kinds.MPI_REQUEST_CANCELLED] = FORM_REQUEST;
forms[kinds.MPI_SEND] = forms[kinds.MPI_RECV] = FORM_MESSAGE;
forms[kinds.MPI_ISEND] = forms[kinds.MPI_IRECV] = FORM_MESSAGE_REQUEST;
forms[kinds.MPI_COLLECTIVE_END] = FORM_COLLECTIVE;
forms[kinds.COLLECTIVE_COMPLETE] = FORM_COLLECTIVE_REQUEST;
forms[kinds.COLLECTIVE_REQUEST] = FORM_REQUEST_RECORD;
forms[kinds.COMM_CREATE] = forms[kinds.COMM_DESTROY] = FORM_REFERENCE;
forms[kinds.CALLING_CONTEXT_ENTER] = forms[kinds.CALLING_CONTEXT_LEAVE] = FORM_REFERENCE;
forms[kinds.RMA_PUT] = forms[kinds.RMA_GET] = FORM_ONE_SIDED;
forms[kinds.OMP_FORK] = SINGLE_32;
for (let id = kinds.OMP_TASK_CREATE; id <= kinds.OMP_TASK_COMPLETE; id++) forms[id] = SINGLE_64;

/** Bytes a compressed number takes by its size byte; 0 = no such size. */
const width32 = new Uint8Array(256);
const width64 = new Uint8Array(256);
for (let size = 0; size <= 8; size++) {
  if (size <= 4) width32[size] = size + 1;
  width64[size] = size + 1;
}
width32[255] = width64[255] = 1;

/**
 * Decodes event records of one location out of a window of its file. Knows the layout of records and
 * nothing of their meaning. No object is made per record.
 */
export class EventScanner {
  readonly bytes: Uint8Array;
  readonly counts: ScanCounts = createScanCounts();
  littleEndian = true;
  /** Place of the next record in `bytes`; may lie beyond the window after a long record. */
  pos = 0;
  /** Records may begin before `limit` and must end by `chunkEnd` (both places in `bytes`). */
  limit = 0;
  chunkEnd = 0;
  time = 0;
  /** Events read so far, and what is wrong at `pos` when the scan stopped as damaged. */
  events = 0;
  fault = '';
  faultKind = 0;
  /** Where the damaged record would end, as far as it says; 0 = it does not say. */
  faultEnd = 0;
  private readonly view: DataView;
  private readonly clock: LocationClock;

  constructor(bytes: Uint8Array, clock: LocationClock) {
    this.bytes = bytes;
    this.clock = clock;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Decodes into the batch until something stops it. */
  scan(batch: EventBatch): ScanStop {
    const { bytes, view, clock, counts, limit, chunkEnd, littleEndian: le } = this;
    const { capacity, kind: kindOut, time: timeOut, first, comm, tag } = batch;
    const { bytes: sizeOut, requestLow, requestHigh } = batch;
    const { events } = counts;
    const { originLow, originHigh, ticksAreTime } = clock;
    let { pos, time } = this;
    let timestamps = 0;
    let row = batch.rows;
    let stop: ScanStop = 'batch-full';
    while (row < capacity) {
      if (pos >= limit) {
        stop = 'window-end';
        break;
      }
      const id = bytes[pos];
      if (id === TIMESTAMP) {
        const low = view.getUint32(le ? pos + 1 : pos + 5, le);
        const high = view.getUint32(le ? pos + 5 : pos + 1, le);
        if (pos + 9 > chunkEnd) {
          stop = this.damage(id, PAST_END, pos + 9);
          break;
        }
        const plain = (high - originHigh) * 4294967296 + (low - originLow);
        const next = ticksAreTime && plain < EXACT ? plain : clock.nanoseconds(low, high);
        if (next >= 0) time = next;
        else counts.badTimes++;
        timestamps++;
        pos += 9;
        continue;
      }
      const form = forms[id];
      if (form === FORM_REGION) {
        const width = width32[bytes[pos + 1]];
        if (width === 0 || pos + 1 + width > chunkEnd) {
          stop = this.damage(id, badField(bytes[pos + 1]), pos + 1 + width);
          break;
        }
        first[row] = width === 2 ? bytes[pos + 2] : readV32(bytes, pos + 1, le);
        pos += 1 + width;
      } else if (form === FORM_REQUEST || form >= SINGLE_32) {
        const size = bytes[pos + 1];
        const width = form === SINGLE_32 ? width32[size] : width64[size];
        if (width === 0 || pos + 1 + width > chunkEnd) {
          stop = this.damage(id, badField(size), pos + 1 + width);
          break;
        }
        requestLow[row] = readLow(bytes, pos + 1, le);
        requestHigh[row] = readHigh(bytes, pos + 1, le);
        pos += 1 + width;
      } else {
        if (id === END_OF_CHUNK || id === END_OF_FILE) {
          stop = id === END_OF_FILE ? 'file-end' : 'chunk-end';
          break;
        }
        if (id === END_OF_BUFFER) {
          pos++;
          continue;
        }
        let at = pos + 2;
        let length = bytes[pos + 1];
        if (length === 255) {
          length =
            view.getUint32(le ? pos + 2 : pos + 6, le) +
            view.getUint32(le ? pos + 6 : pos + 2, le) * 4294967296;
          at = pos + 10;
        }
        const end = at + length;
        if (end > chunkEnd) {
          stop = this.damage(id, `its ${length} bytes reach past the end of its chunk`, end);
          break;
        }
        if (id === ATTRIBUTE_LIST) {
          counts.attributeLists++;
          pos = end;
          continue;
        }
        if (id < kinds.FIRST_EVENT) {
          stop = this.damage(id, 'no record has this id', 0);
          break;
        }
        if (form !== FORM_NONE) {
          let used = at;
          if (form === FORM_MESSAGE || form === FORM_MESSAGE_REQUEST) {
            first[row] = readV32(bytes, used, le);
            used += width32[bytes[used]] || end;
            comm[row] = readV32(bytes, used, le);
            used += width32[bytes[used]] || end;
            tag[row] = readV32(bytes, used, le);
            used += width32[bytes[used]] || end;
            let size = readV64(bytes, used, le);
            used += width64[bytes[used]] || end;
            if (size > Number.MAX_SAFE_INTEGER) {
              size = 0;
              counts.badSizes++;
            }
            sizeOut[row] = size;
            if (form === FORM_MESSAGE_REQUEST) {
              requestLow[row] = readLow(bytes, used, le);
              requestHigh[row] = readHigh(bytes, used, le);
              used += width64[bytes[used]] || end;
            }
            if (id <= kinds.MPI_ISEND) counts.sentBytes += size;
            else counts.receivedBytes += size;
          } else {
            used = this.readRare(form, at, end, batch, row);
          }
          if (!(used <= end)) {
            stop = this.damage(id, `its fields do not fit its ${length} bytes`, 0);
            break;
          }
        }
        pos = end;
      }
      events[id]++;
      kindOut[row] = id;
      timeOut[row] = time;
      row++;
    }
    if (row > batch.rows) {
      if (timeOut[batch.rows] < counts.firstTime) counts.firstTime = timeOut[batch.rows];
      if (timeOut[row - 1] > counts.lastTime) counts.lastTime = timeOut[row - 1];
    }
    counts.timestamps += timestamps;
    this.events += row - batch.rows;
    this.pos = pos;
    this.time = time;
    batch.rows = row;
    return stop;
  }

  /** Collectives, one-sided operations and single references; returns the place after the fields, or too much. */
  private readRare(form: number, from: number, end: number, batch: EventBatch, row: number): number {
    const { bytes, littleEndian: le } = this;
    let at = from;
    if (form === FORM_COLLECTIVE || form === FORM_COLLECTIVE_REQUEST) {
      batch.tag[row] = bytes[at++];
      batch.comm[row] = readV32(bytes, at, le);
      at += width32[bytes[at]] || end;
      batch.first[row] = readV32(bytes, at, le);
      at += width32[bytes[at]] || end;
      batch.bytes[row] = this.size(at);
      at += width64[bytes[at]] || end;
      batch.received[row] = this.size(at);
      at += width64[bytes[at]] || end;
      if (at <= end) this.countCollective(batch.tag[row], batch.bytes[row], batch.received[row]);
    } else if (form === FORM_ONE_SIDED) {
      batch.first[row] = readV32(bytes, at, le);
      at += width32[bytes[at]] || end;
      batch.comm[row] = readV32(bytes, at, le);
      at += width32[bytes[at]] || end;
      batch.bytes[row] = this.size(at);
      at += width64[bytes[at]] || end;
    } else if (form === FORM_REFERENCE) {
      batch.first[row] = readV32(bytes, at, le);
      at += width32[bytes[at]] || end;
    }
    if (form === FORM_COLLECTIVE_REQUEST || form === FORM_REQUEST_RECORD) {
      batch.requestLow[row] = readLow(bytes, at, le);
      batch.requestHigh[row] = readHigh(bytes, at, le);
      at += width64[bytes[at]] || end;
    }
    return at;
  }

  private countCollective(op: number, sent: number, received: number): void {
    const { collectiveCalls, collectiveSent, collectiveReceived } = this.counts;
    collectiveCalls[op]++;
    collectiveSent[op] += sent;
    collectiveReceived[op] += received;
  }

  private size(at: number): number {
    const size = readV64(this.bytes, at, this.littleEndian);
    if (size <= Number.MAX_SAFE_INTEGER) return size;
    this.counts.badSizes++;
    return 0;
  }

  private damage(id: number, fault: string, end: number): ScanStop {
    this.faultKind = id;
    this.faultEnd = end;
    this.fault = fault;
    return 'damaged';
  }
}

const PAST_END = 'it reaches past the end of its chunk';

function badField(size: number): string {
  return width64[size] === 0 ? `its field is a number of ${size} bytes` : PAST_END;
}

function readV32(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const size = bytes[at];
  if (size === 0) return 0;
  if (size === 1) return bytes[at + 1];
  if (size === 255) return 0xffffffff;
  return littleEndian ? littleBytes(bytes, at + 1, size) : bigBytes(bytes, at + 1, size);
}

function readV64(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const size = bytes[at];
  if (size === 0) return 0;
  if (size <= 4) return readV32(bytes, at, littleEndian);
  return readHigh(bytes, at, littleEndian) * 4294967296 + readLow(bytes, at, littleEndian);
}

/** Low 32 bits of a compressed 64-bit number. */
function readLow(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const size = bytes[at];
  if (size <= 4 || size === 255) return readV32(bytes, at, littleEndian);
  return littleEndian ? littleBytes(bytes, at + 1, 4) : bigBytes(bytes, at + 1 + size - 4, 4);
}

function readHigh(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const size = bytes[at];
  if (size <= 4) return 0;
  if (size === 255) return 0xffffffff;
  const count = size - 4;
  return littleEndian ? littleBytes(bytes, at + 5, count) : bigBytes(bytes, at + 1, count);
}

function littleBytes(bytes: Uint8Array, at: number, count: number): number {
  let value = bytes[at];
  if (count > 1) value |= bytes[at + 1] << 8;
  if (count > 2) value |= bytes[at + 2] << 16;
  if (count > 3) value |= bytes[at + 3] << 24;
  return value >>> 0;
}

function bigBytes(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count && i < 4; i++) value = (value << 8) | bytes[at + i];
  return value >>> 0;
}
