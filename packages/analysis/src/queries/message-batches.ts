import { NONE, type TableFrame } from '@weft/model';

/** Rows of the messages table, or of a part of it, ready for the analyses: no row is copied. */
export interface MessageBatch {
  readonly rows: number;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
  /** Messages of a row, as in the table. */
  readonly count: Float64Array;
  /** When the message left and arrived; both the same where only one is known, NaN where none is. */
  readonly sent: Float64Array;
  readonly received: Float64Array;
  /** Stands for the message in clustering; the middle between sent and received when left out. */
  readonly time?: Float64Array;
}

/** Batches that can be gone through more than once, from memory or from disk. */
export type MessageSource = () => Iterable<MessageBatch> | AsyncIterable<MessageBatch>;

export const messageColumns = [
  'src',
  'dst',
  'bytes',
  'count',
  'send_start',
  'send_end',
  'recv_start',
  'recv_end',
] as const;

const ROWS = 1 << 16;

/** Rows of the messages table with the columns that place a message between ranks and in time. */
type MessageFrame = TableFrame<'messages', (typeof messageColumns)[number]>;

/** Parts of frames of the messages table, small enough to stay in the cache. */
export function* splitFrame(frame: MessageFrame): Generator<MessageBatch> {
  for (let from = 0; from < frame.rows; from += ROWS) {
    yield messageBatch(frame, from, Math.min(frame.rows, from + ROWS));
  }
}

export function messageBatch({ rows: all, columns }: MessageFrame, from = 0, to = all): MessageBatch {
  const sent = firstKnown(columns.send_start.subarray(from, to), columns.send_end.subarray(from, to));
  const received = firstKnown(columns.recv_end.subarray(from, to), columns.recv_start.subarray(from, to));
  const rows = to - from;
  for (let row = 0; row < rows; row++) {
    if (Number.isNaN(sent[row])) sent[row] = received[row];
    else if (Number.isNaN(received[row])) received[row] = sent[row];
  }
  return {
    rows,
    src: columns.src.subarray(from, to),
    dst: columns.dst.subarray(from, to),
    bytes: columns.bytes.subarray(from, to),
    count: columns.count.subarray(from, to),
    sent,
    received,
  };
}

/** The first time where it is known, else the second; NaN where neither is. */
function firstKnown(first: Float64Array, second: Float64Array): Float64Array {
  const times = new Float64Array(first.length).fill(Number.NaN);
  for (const column of [second, first]) {
    for (let row = 0; row < times.length; row++) if (column[row] !== NONE) times[row] = column[row];
  }
  return times;
}

/** The time that stands for a message: the middle between sending and receiving. */
export function representativeTimes(batch: MessageBatch): Float64Array {
  if (batch.time) return batch.time;
  const times = new Float64Array(batch.rows);
  for (let row = 0; row < batch.rows; row++) times[row] = (batch.sent[row] + batch.received[row]) / 2;
  return times;
}
