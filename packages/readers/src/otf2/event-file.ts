import { closeSync, openSync, readSync } from 'node:fs';
import { type ErrorFacts, WeftError } from '@weft/model';
import type { EventBatch } from './event-batch.ts';
import { eventName } from './event-kinds.ts';
import { EventScanner, SCAN_MARGIN } from './event-scanner.ts';
import type { LocationClock } from './location-clock.ts';

const HEADER_BYTES = 18;

export interface EventFileSpec {
  readonly path: string;
  readonly size: number;
  readonly chunkSize: number;
  /** Bytes held in memory. */
  readonly window: number;
  readonly keepGoing: boolean;
  /** Chunks [first, stop) only; all when left out. */
  readonly chunks?: readonly [number, number];
}

/** A part of an event file that could not be read. */
export interface EventLoss {
  readonly facts: ErrorFacts;
  /** Where the next chunk says so, else -1. */
  readonly events: number;
  readonly bytes: number;
}

/** The events of one location, a batch at a time, through a window over its file. */
export class EventFile {
  readonly scanner: EventScanner;
  readonly losses: EventLoss[] = [];
  private readonly spec: EventFileSpec;
  private readonly fd: number;
  private chunk = -1;
  /** Place in the file of the window's first byte, and of the end of the chunk. */
  private base = 0;
  private chunkStop = 0;
  /** Number of the chunk's last event, as its header says. */
  private lastEvent = -1;
  private readonly stopChunk: number;
  /** The rest of this chunk is damaged. */
  private skipChunk = false;
  private finished = false;
  private endMark = false;

  constructor(spec: EventFileSpec, clock: LocationClock) {
    this.spec = spec;
    const window = Math.max(4 * SCAN_MARGIN, Math.min(spec.window, spec.size));
    this.scanner = new EventScanner(new Uint8Array(window + SCAN_MARGIN), clock);
    this.fd = openSync(spec.path, 'r');
    const first = spec.chunks?.[0] ?? 0;
    this.chunk = first - 1;
    this.stopChunk = spec.chunks?.[1] ?? Number.POSITIVE_INFINITY;
    this.guard(() => this.openChunk(first));
  }

  /** Whether the end mark was seen, rather than the last chunk asked for. */
  get ended(): boolean {
    return this.endMark;
  }

  /** Bytes of the file that are done. */
  get position(): number {
    const last = Math.min(this.spec.size, this.stopChunk * this.spec.chunkSize);
    return this.finished ? last : Math.min(last, this.base + this.scanner.pos);
  }

  /** Fills the batch; false when there are no more events. */
  next(batch: EventBatch): boolean {
    batch.rows = 0;
    batch.values.count = 0;
    while (!this.finished && batch.rows < batch.capacity) this.guard(() => this.step(batch));
    return batch.rows > 0;
  }

  close(): void {
    closeSync(this.fd);
  }

  private step(batch: EventBatch): void {
    const stop = this.skipChunk ? 'chunk-end' : this.scanner.scan(batch);
    this.skipChunk = false;
    if (stop === 'window-end') this.moveOn();
    else if (stop === 'chunk-end') this.openChunk(this.chunk + 1);
    else if (stop === 'file-end') this.finished = this.endMark = true;
    else if (stop === 'damaged') throw this.wasCut() ? this.truncated() : this.damaged();
  }

  private moveOn(): void {
    const at = this.base + this.scanner.pos;
    if (at < this.chunkStop) this.fill(at);
    else this.openChunk(this.chunk + 1);
  }

  /** The file ends where the chunk would go on and the record with it. */
  private wasCut(): boolean {
    const { size, chunkSize } = this.spec;
    const { faultEnd } = this.scanner;
    return faultEnd > 0 && this.chunkStop === size && this.base + faultEnd <= (this.chunk + 1) * chunkSize;
  }

  private openChunk(chunk: number): void {
    if (chunk >= this.stopChunk) {
      this.finished = true;
      return;
    }
    const { size, chunkSize } = this.spec;
    const from = chunk * chunkSize;
    if (from + HEADER_BYTES > size) throw this.truncated();
    this.chunk = chunk;
    this.chunkStop = Math.min(size, from + chunkSize);
    this.fill(from);
    const { scanner } = this;
    const order = scanner.bytes[1];
    if (scanner.bytes[0] !== 3 || (order !== 0x42 && order !== 0x23)) throw this.badHeader();
    scanner.littleEndian = order === 0x42;
    scanner.pos = HEADER_BYTES;
    const header = new DataView(scanner.bytes.buffer);
    const firstEvent = Number(header.getBigUint64(2, scanner.littleEndian));
    this.lastEvent = Number(header.getBigUint64(10, scanner.littleEndian));
    if (chunk === this.spec.chunks?.[0]) scanner.events = Math.max(0, firstEvent - 1);
  }

  private fill(at: number): void {
    const { scanner } = this;
    const room = scanner.bytes.length - SCAN_MARGIN;
    const wanted = Math.min(room, this.chunkStop - at);
    let have = 0;
    while (have < wanted) {
      const read = readSync(this.fd, scanner.bytes, have, wanted - have, at + have);
      if (read === 0) throw this.truncated();
      have += read;
    }
    scanner.bytes.fill(0, have, have + SCAN_MARGIN);
    this.base = at;
    scanner.pos = 0;
    scanner.chunkEnd = this.chunkStop - at;
    scanner.limit = have < scanner.chunkEnd ? have - SCAN_MARGIN : have;
  }

  /** Runs a step; with keepGoing damage is written down and reading goes on at the next chunk. */
  private guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof WeftError)) throw this.ioError(error);
      if (!this.spec.keepGoing) throw error;
      this.skipDamage(error);
    }
  }

  private skipDamage(error: WeftError): void {
    const { code, message, file, offset, record } = error;
    const { size, chunkSize } = this.spec;
    const resume = (this.chunk + 1) * chunkSize;
    const goesOn = code !== 'OTF2-TRUNCATED' && resume + HEADER_BYTES <= size;
    const from = this.chunk < 0 ? 0 : Math.min(size, this.base + this.scanner.pos);
    const events = this.chunkEvents();
    const bytes = (goesOn ? resume : size) - from;
    this.losses.push({ facts: { code, message, file, offset, record }, events, bytes });
    this.scanner.events += Math.max(0, events);
    if (goesOn) this.skipChunk = true;
    else this.finished = true;
  }

  /** Events that the header of this chunk announces and that were not read; -1 = not known. */
  private chunkEvents(): number {
    const left = this.lastEvent - this.scanner.events;
    return left >= 0 && left <= this.spec.chunkSize ? left : -1;
  }

  private damaged(): WeftError {
    const { fault, faultKind, pos, events } = this.scanner;
    return this.error('OTF2-BAD-RECORD', `damaged event record: ${fault}`, {
      offset: this.base + pos,
      record: `${eventName(faultKind)} after event ${events}`,
      advice: 'Copy the archive again; with --keep-going the other chunks and files are imported.',
    });
  }

  private badHeader(): WeftError {
    return this.error('OTF2-BAD-RECORD', 'a chunk must begin with byte 3 and a byte order mark', {
      offset: this.base,
      record: `header of chunk ${this.chunk + 1}`,
      advice: 'Copy the archive again; with --keep-going the other chunks and files are imported.',
    });
  }

  private truncated(): WeftError {
    const { size } = this.spec;
    const fault =
      size === 0
        ? 'the event file is empty'
        : `the event file ends without its end mark after ${this.scanner.events} events`;
    return this.error('OTF2-TRUNCATED', fault, {
      offset: size,
      record: 'end of file',
      advice: 'The run may have been killed; with --keep-going the events up to there are imported.',
    });
  }

  private ioError(error: unknown): WeftError {
    const message = error instanceof Error ? error.message : String(error);
    return this.error('OTF2-UNREADABLE', message, { offset: this.base, record: 'events' });
  }

  private error(code: string, message: string, place: Partial<ErrorFacts>): WeftError {
    return new WeftError({ code, message, file: this.spec.path, ...place });
  }
}
