import { type Batch, Interner, type messages, NONE } from '@weft/model';
import { firstMessageId } from '../matching/index.ts';
import type { IpmEntry } from './ipm-tasks.ts';

/** Calls whose peer is where a message goes to; receives have no reliable size or sender. */
const SENDS = new Set(
  [
    'Send',
    'Bsend',
    'Ssend',
    'Rsend',
    'Isend',
    'Ibsend',
    'Issend',
    'Irsend',
    'Sendrecv',
    'Sendrecv_replace',
  ].map((name) => `MPI_${name}`),
);

export function isSend(call: string): boolean {
  return SENDS.has(call);
}

/** Rows of a batch, and messages up to which each gets a row of its own. */
const BATCH = 65_536;
const MOST_ROWS = 20_000_000;

interface Waiting {
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
  readonly call: number;
  rows: number;
}

/** Turns keys of a log into message rows without times: as many rows as messages, or one per key in huge logs. */
export class IpmMessages {
  messages = 0;
  bytes = 0;
  /** Messages that share a row with others. */
  aggregated = 0;
  private readonly job: number;
  private readonly calls = new Interner();
  private waiting: Waiting[] = [];
  private waitingRows = 0;
  private written = 0;

  constructor(job: number) {
    this.job = job;
  }

  add(src: number, { call, peer: dst, bytes, count }: IpmEntry): void {
    this.messages += count;
    this.bytes += bytes * count;
    const whole = this.written + this.waitingRows + count <= MOST_ROWS;
    if (!whole) this.aggregated += count;
    const rows = whole ? count : 1;
    this.waiting.push({ src, dst, bytes: whole ? bytes : bytes * count, call: this.calls.code(call), rows });
    this.waitingRows += rows;
  }

  /** Batches of what came in so far. */
  *batches(): Generator<Batch<typeof messages>> {
    const keys = this.waiting;
    this.waiting = [];
    let at = 0;
    while (this.waitingRows > 0) {
      const batch = this.emptyBatch(Math.min(BATCH, this.waitingRows));
      const { src, dst, bytes, call } = batch.columns;
      for (let row = 0; row < batch.rows; ) {
        const key = keys[at];
        const end = Math.min(batch.rows, row + key.rows);
        src.fill(key.src, row, end);
        dst.fill(key.dst, row, end);
        bytes.fill(key.bytes, row, end);
        call.codes.fill(key.call, row, end);
        key.rows -= end - row;
        if (key.rows === 0) at++;
        row = end;
      }
      this.written += batch.rows;
      this.waitingRows -= batch.rows;
      yield batch;
    }
  }

  private emptyBatch(rows: number): Batch<typeof messages> {
    const first = firstMessageId(this.job, 0) + this.written;
    const none = () => new Float64Array(rows).fill(NONE);
    return {
      rows,
      columns: {
        id: Float64Array.from({ length: rows }, (_, row) => first + row),
        job: new Int32Array(rows).fill(this.job),
        src: new Int32Array(rows),
        dst: new Int32Array(rows),
        bytes: new Float64Array(rows),
        tag: new Int32Array(rows).fill(NONE),
        comm: new Int32Array(rows),
        call: { codes: new Int32Array(rows), dictionary: this.calls.dictionary },
        send_start: none(),
        send_end: none(),
        recv_start: none(),
        recv_end: none(),
      },
    };
  }
}
