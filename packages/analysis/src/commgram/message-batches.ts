import { type AnyColumn, type Frame, NONE, sliceColumn } from '@weft/model';

/** Rows of the messages table, or of a part of it, ready for the analyses: no row is copied. */
export interface MessageBatch {
  readonly rows: number;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly bytes: Float64Array;
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
  'send_start',
  'send_end',
  'recv_start',
  'recv_end',
] as const;

const ROWS = 1 << 16;

/** Parts of frames of the messages table, small enough to stay in the cache. */
export function* splitFrame(frame: Frame): Generator<MessageBatch> {
  for (let from = 0; from < frame.rows; from += ROWS) {
    yield messageBatch(frame, from, Math.min(frame.rows, from + ROWS));
  }
}

export function messageBatch(frame: Frame, from = 0, to = frame.rows): MessageBatch {
  const column = (name: string) => {
    const data = frame.columns[name] as AnyColumn | undefined;
    return data === undefined ? undefined : (sliceColumn(data, from, to) as Int32Array & Float64Array);
  };
  const rows = to - from;
  const sent = firstKnown(rows, column('send_start'), column('send_end'));
  const received = firstKnown(rows, column('recv_end'), column('recv_start'));
  for (let row = 0; row < rows; row++) {
    if (Number.isNaN(sent[row])) sent[row] = received[row];
    else if (Number.isNaN(received[row])) received[row] = sent[row];
  }
  const none = new Int32Array(0) as Int32Array & Float64Array;
  return {
    rows,
    src: column('src') ?? none,
    dst: column('dst') ?? none,
    bytes: column('bytes') ?? none,
    sent,
    received,
  };
}

function firstKnown(rows: number, first?: Float64Array, second?: Float64Array): Float64Array {
  const times = new Float64Array(rows).fill(Number.NaN);
  for (const column of [second, first]) {
    if (!column) continue;
    for (let row = 0; row < rows; row++) if (column[row] !== NONE) times[row] = column[row];
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
