import { ByteWriter } from './byte-writer.ts';

/** Room that the longest record written here needs, with its timestamp. */
const RESERVE = 128;

/** Writes the event file of one location: chunks with headers, timestamps where the time changes. */
export class EventFileWriter {
  events = 0;
  private readonly chunkSize: number;
  private readonly littleEndian: boolean;
  private readonly full: Uint8Array[] = [];
  private chunk: ByteWriter;
  private firstInChunk = 1;
  private now = 0n;
  private written: bigint | null = null;

  constructor(chunkSize: number, littleEndian = true) {
    this.chunkSize = chunkSize;
    this.littleEndian = littleEndian;
    this.chunk = this.openChunk();
  }

  /** Time of the events that follow. */
  at(ticks: bigint | number): this {
    this.now = BigInt(ticks);
    return this;
  }

  enter = (region: number): this => this.single(12, (w) => w.v32(region));
  leave = (region: number): this => this.single(13, (w) => w.v32(region));
  isendComplete = (request: bigint | number): this => this.single(16, (w) => w.v64(request));
  irecvRequest = (request: bigint | number): this => this.single(17, (w) => w.v64(request));
  requestTest = (request: bigint | number): this => this.single(20, (w) => w.v64(request));
  cancelled = (request: bigint | number): this => this.single(21, (w) => w.v64(request));
  send = (to: number, comm: number, tag: number, bytes: bigint | number): this =>
    this.record(14, (w) => w.v32(to).v32(comm).v32(tag).v64(bytes));
  isend = (to: number, comm: number, tag: number, bytes: bigint | number, request: bigint | number): this =>
    this.record(15, (w) => w.v32(to).v32(comm).v32(tag).v64(bytes).v64(request));
  recv = (from: number, comm: number, tag: number, bytes: bigint | number): this =>
    this.record(18, (w) => w.v32(from).v32(comm).v32(tag).v64(bytes));
  irecv = (from: number, comm: number, tag: number, bytes: bigint | number, request: bigint | number): this =>
    this.record(19, (w) => w.v32(from).v32(comm).v32(tag).v64(bytes).v64(request));
  collective = (op: number, comm: number, root: number, sent: number, received: number): this =>
    this.record(22, () => {}).record(23, (w) => w.u8(op).v32(comm).v32(root).v64(sent).v64(received));

  /** One reading: a whole number, or a double. */
  metric = (metric: number, value: number, whole: boolean): this =>
    this.record(31, (w) => {
      w.v32(metric).u8(1);
      if (whole) w.u8(8).s64(BigInt(value));
      else w.u8(10).v64(bitsOf(value));
    });

  /** Any record with a length. */
  record(id: number, fill: (fields: ByteWriter) => void, long = false): this {
    this.begin();
    this.chunk.record(id, fill, long);
    return this;
  }

  /** A record without a length: one field behind the id. */
  single(id: number, fill: (fields: ByteWriter) => void): this {
    this.begin();
    fill(this.chunk.u8(id));
    return this;
  }

  /** An attribute list for the next event. */
  attributes(fill: (fields: ByteWriter) => void): this {
    this.begin();
    this.events--;
    this.chunk.record(6, fill);
    return this;
  }

  finish(): Uint8Array {
    this.closeHeader();
    this.chunk.u8(2).u8(1);
    return Buffer.concat([...this.full, this.chunk.done()]);
  }

  private begin(): void {
    if (this.chunk.length + RESERVE > this.chunkSize) this.nextChunk();
    if (this.written !== this.now) this.chunk.u8(5).u64(this.now);
    this.written = this.now;
    this.events++;
  }

  private nextChunk(): void {
    this.closeHeader();
    const padded = new Uint8Array(this.chunkSize);
    padded.set(this.chunk.done());
    this.full.push(padded);
    this.firstInChunk = this.events + 1;
    this.written = null;
    this.chunk = this.openChunk();
  }

  private openChunk(): ByteWriter {
    return chunkHeader(this.littleEndian, this.chunkSize);
  }

  private closeHeader(): void {
    const view = new DataView(this.chunk.bytes.buffer);
    view.setBigUint64(2, BigInt(this.firstInChunk), this.littleEndian);
    view.setBigUint64(10, BigInt(this.events), this.littleEndian);
  }
}

/** Of a double: OTF2 writes values of metrics as integers, whatever their type. */
function bitsOf(value: number): bigint {
  return new BigUint64Array(Float64Array.of(value).buffer)[0];
}

export function chunkHeader(littleEndian: boolean, capacity: number): ByteWriter {
  return new ByteWriter(littleEndian, capacity)
    .u8(3)
    .u8(littleEndian ? 0x42 : 0x23)
    .u64(1)
    .u64(0);
}
