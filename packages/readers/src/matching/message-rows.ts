import { type Batch, type messages, NONE } from '@weft/model';
import type { Operations } from './operations.ts';
import { TimeOrder } from './order-by-time.ts';

type MessageBatch = Batch<typeof messages>;

/** Rows of the messages table while they are being made; a batch leaves sorted by send start, then sender. */
export class MessageRows {
  rows = 0;
  readonly capacity: number;
  private readonly start: Float64Array;
  private readonly end: Float64Array;
  private readonly receiveStart: Float64Array;
  private readonly receiveEnd: Float64Array;
  private readonly bytes: Float64Array;
  private readonly src: Int32Array;
  private readonly dst: Int32Array;
  private readonly tag: Int32Array;
  private readonly comm: Int32Array;
  private readonly call: Int32Array;
  private readonly order = new TimeOrder();

  constructor(capacity = 131_072) {
    this.capacity = capacity;
    this.start = new Float64Array(capacity);
    this.end = new Float64Array(capacity);
    this.receiveStart = new Float64Array(capacity);
    this.receiveEnd = new Float64Array(capacity);
    this.bytes = new Float64Array(capacity);
    this.src = new Int32Array(capacity);
    this.dst = new Int32Array(capacity);
    this.tag = new Int32Array(capacity);
    this.comm = new Int32Array(capacity);
    this.call = new Int32Array(capacity);
  }

  get full(): boolean {
    return this.rows === this.capacity;
  }

  /** A send with its receive; `receive` null = unmatched. */
  add(send: Operations, s: number, receive: Operations | null, r: number): void {
    const row = this.rows++;
    this.start[row] = send.start[s];
    this.end[row] = send.end[s];
    this.bytes[row] = send.bytes[s];
    this.src[row] = send.src[s];
    this.dst[row] = send.dst[s];
    this.tag[row] = send.tag[s];
    this.comm[row] = send.comm[s];
    this.call[row] = send.call[s];
    this.receiveStart[row] = receive ? receive.start[r] : NONE;
    this.receiveEnd[row] = receive ? receive.end[r] : NONE;
  }

  /** The rows so far as a batch with ids from `firstId` on; empties this. */
  take(job: number, firstId: number, callNames: readonly string[]): MessageBatch {
    const order = this.order.sort(this.start, this.src, this.rows);
    const batch: MessageBatch = {
      rows: this.rows,
      columns: {
        id: countFrom(firstId, this.rows),
        job: new Int32Array(this.rows).fill(job),
        src: gatherNarrow(this.src, order),
        dst: gatherNarrow(this.dst, order),
        bytes: gatherWide(this.bytes, order),
        tag: gatherNarrow(this.tag, order),
        comm: gatherNarrow(this.comm, order),
        call: { codes: gatherNarrow(this.call, order), dictionary: callNames },
        send_start: gatherWide(this.start, order),
        send_end: gatherWide(this.end, order),
        recv_start: gatherWide(this.receiveStart, order),
        recv_end: gatherWide(this.receiveEnd, order),
      },
    };
    this.rows = 0;
    return batch;
  }
}

function countFrom(first: number, rows: number): Float64Array {
  const ids = new Float64Array(rows);
  for (let row = 0; row < rows; row++) ids[row] = first + row;
  return ids;
}

function gatherNarrow(column: Int32Array, order: Uint32Array): Int32Array {
  const result = new Int32Array(order.length);
  for (let row = 0; row < order.length; row++) result[row] = column[order[row]];
  return result;
}

function gatherWide(column: Float64Array, order: Uint32Array): Float64Array {
  const result = new Float64Array(order.length);
  for (let row = 0; row < order.length; row++) result[row] = column[order[row]];
  return result;
}

/** The buffers of a batch, to hand it to another thread. */
export function messageBuffers(batch: MessageBatch): ArrayBuffer[] {
  return Object.values(batch.columns).map((column) =>
    'codes' in column ? (column.codes.buffer as ArrayBuffer) : (column.buffer as ArrayBuffer),
  );
}
