import { readHigh, readLow, readV32, width32, width64 } from './compressed-numbers.ts';
import type { EventBatch } from './event-batch.ts';
import { readFields } from './event-fields.ts';
import * as kinds from './event-kinds.ts';
import type { LocationClock } from './location-clock.ts';
import * as form from './record-forms.ts';
import { createScanCounts, type ScanCounts } from './scan-counts.ts';

/** Bytes after the window that a record's fields may touch before its end is checked: 255 values of a metric. */
export const SCAN_MARGIN = 2816;

/** Why a scan stopped. */
type ScanStop = 'batch-full' | 'window-end' | 'chunk-end' | 'file-end' | 'damaged';

/** Ticks below this are exact in a double and may be taken as they are. */
const EXACT = Number.MAX_SAFE_INTEGER / 4;
const END_OF_CHUNK = 0;
const END_OF_BUFFER = 1;
const END_OF_FILE = 2;
const TIMESTAMP = 5;
const ATTRIBUTE_LIST = 6;
const TIMESTAMP_BYTES = 9;

const PAST_END = 'it reaches past the end of its chunk';

/**
 * Decodes event records of one location out of a window of its file. It knows the layout of records and nothing of
 * their meaning. No object is made per record.
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
    const first = batch.rows;
    let stop: ScanStop | null = null;
    while (stop === null) {
      if (batch.rows === batch.capacity) stop = 'batch-full';
      else if (this.pos >= this.limit) stop = 'window-end';
      else stop = this.scanRun(batch);
    }
    this.countRows(batch, first);
    return stop;
  }

  private countRows({ rows, time }: EventBatch, first: number): void {
    const { counts } = this;
    this.events += rows - first;
    if (rows === first) return;
    if (time[first] < counts.firstTime) counts.firstTime = time[first];
    if (time[rows - 1] > counts.lastTime) counts.lastTime = time[rows - 1];
  }

  /**
   * As many records as are time stamps, or events of few bytes; most are, and in one loop they cost half. Then the next
   * one, whatever it is.
   */
  private scanRun(batch: EventBatch): ScanStop | null {
    const { bytes, counts, chunkEnd, littleEndian: le } = this;
    const { capacity, kind, time: times, first, requestLow, requestHigh } = batch;
    const { events } = counts;
    const limit = Math.min(this.limit, chunkEnd - TIMESTAMP_BYTES);
    let { pos, time } = this;
    let row = batch.rows;
    let timestamps = 0;
    let fits = true;
    while (row < capacity && pos < limit) {
      const id = bytes[pos];
      if (id === TIMESTAMP) {
        const now = this.timeAt(pos);
        if (now >= 0) time = now;
        else counts.badTimes++;
        timestamps++;
        pos += TIMESTAMP_BYTES;
        continue;
      }
      const layout = form.forms[id];
      const size = bytes[pos + 1];
      const end = pos + 2 + size;
      if (layout === form.FORM_REGION && size <= 4) {
        first[row] = size === 1 ? bytes[pos + 2] : readV32(bytes, pos + 1, le);
      } else if (layout === form.FORM_REQUEST && size <= 4) {
        requestLow[row] = readV32(bytes, pos + 1, le);
        requestHigh[row] = 0;
      } else if (layout < form.FIRST_SHORT_FORM && id >= kinds.FIRST_EVENT && size < 255 && end <= chunkEnd) {
        batch.rows = row;
        fits = readFields(this, id, pos + 2, end, batch) <= end;
        if (!fits) break;
      } else break;
      kind[row] = id;
      times[row++] = time;
      events[id]++;
      pos = end;
    }
    counts.timestamps += timestamps;
    this.pos = pos;
    this.time = time;
    batch.rows = row;
    if (!fits) return this.misfit(bytes[pos], bytes[pos + 1]);
    return row < capacity && pos < this.limit ? this.scanRecord(batch) : null;
  }

  /** The next record; null where the scan goes on. */
  private scanRecord(batch: EventBatch): ScanStop | null {
    const id = this.bytes[this.pos];
    if (id === TIMESTAMP) return this.readTimestamp();
    if (form.forms[id] >= form.FIRST_SHORT_FORM) return this.readShort(id, batch);
    if (id >= kinds.FIRST_EVENT) return this.readLong(id, batch);
    return this.readMark(id);
  }

  private readTimestamp(): ScanStop | null {
    const { pos, counts } = this;
    if (pos + TIMESTAMP_BYTES > this.chunkEnd) return this.damage(TIMESTAMP, PAST_END, pos + TIMESTAMP_BYTES);
    const time = this.timeAt(pos);
    if (time >= 0) this.time = time;
    else counts.badTimes++;
    counts.timestamps++;
    this.pos = pos + TIMESTAMP_BYTES;
    return null;
  }

  /** Nanoseconds of the time stamp at a place; below 0 where it lies before the first one. */
  private timeAt(pos: number): number {
    const { view, littleEndian: le, clock } = this;
    const low = view.getUint32(le ? pos + 1 : pos + 5, le);
    const high = view.getUint32(le ? pos + 5 : pos + 1, le);
    const plain = (high - clock.originHigh) * 4294967296 + (low - clock.originLow);
    return clock.ticksAreTime && plain < EXACT ? plain : clock.nanoseconds(low, high);
  }

  /** A record of one compressed number. */
  private readShort(id: number, batch: EventBatch): ScanStop | null {
    const { bytes, pos, littleEndian: le } = this;
    const layout = form.forms[id];
    const size = bytes[pos + 1];
    const isNarrow = layout === form.FORM_REGION || layout === form.FORM_SINGLE_32;
    const width = isNarrow ? width32[size] : width64[size];
    const end = pos + 1 + width;
    if (width === 0 || end > this.chunkEnd) return this.damage(id, badField(size), end);
    if (layout === form.FORM_REGION) {
      batch.first[batch.rows] = width === 2 ? bytes[pos + 2] : readV32(bytes, pos + 1, le);
    } else {
      batch.requestLow[batch.rows] = readLow(bytes, pos + 1, le);
      batch.requestHigh[batch.rows] = readHigh(bytes, pos + 1, le);
    }
    return this.addEvent(id, batch, end);
  }

  /** A record with its length before its fields. */
  private readLong(id: number, batch: EventBatch): ScanStop | null {
    const at = this.fieldsAt();
    const length = this.recordLength();
    const end = at + length;
    if (end > this.chunkEnd) return this.tooLong(id, length, end);
    const used = readFields(this, id, at, end, batch);
    if (!(used <= end)) return this.misfit(id, length);
    return this.addEvent(id, batch, end);
  }

  /** What is no event: ends of chunks and files, and lists of attributes. */
  private readMark(id: number): ScanStop | null {
    if (id === END_OF_FILE) return 'file-end';
    if (id === END_OF_CHUNK) return 'chunk-end';
    if (id === END_OF_BUFFER) {
      this.pos++;
      return null;
    }
    const length = this.recordLength();
    const end = this.fieldsAt() + length;
    if (end > this.chunkEnd) return this.tooLong(id, length, end);
    if (id !== ATTRIBUTE_LIST) return this.damage(id, 'no record has this id', 0);
    this.counts.attributeLists++;
    this.pos = end;
    return null;
  }

  private addEvent(id: number, batch: EventBatch, end: number): null {
    const row = batch.rows++;
    batch.kind[row] = id;
    batch.time[row] = this.time;
    this.counts.events[id]++;
    this.pos = end;
    return null;
  }

  /** Where the fields of the record at `pos` begin: its length takes one byte, or 255 and eight bytes. */
  private fieldsAt(): number {
    return this.bytes[this.pos + 1] === 255 ? this.pos + 10 : this.pos + 2;
  }

  private recordLength(): number {
    const { bytes, view, pos, littleEndian: le } = this;
    if (bytes[pos + 1] !== 255) return bytes[pos + 1];
    const low = view.getUint32(le ? pos + 2 : pos + 6, le);
    return low + view.getUint32(le ? pos + 6 : pos + 2, le) * 4294967296;
  }

  private tooLong(id: number, length: number, end: number): ScanStop {
    return this.damage(id, `its ${length} bytes reach past the end of its chunk`, end);
  }

  private misfit(id: number, length: number): ScanStop {
    return this.damage(id, `its fields do not fit its ${length} bytes`, 0);
  }

  private damage(id: number, fault: string, end: number): ScanStop {
    this.fault = fault;
    this.faultKind = id;
    this.faultEnd = end;
    return 'damaged';
  }
}

function badField(size: number): string {
  return width64[size] === 0 ? `its field is a number of ${size} bytes` : PAST_END;
}
