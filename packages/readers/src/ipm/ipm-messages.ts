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

const BATCH = 65_536;

interface Kind {
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
  readonly count: number;
  readonly call: number;
}

/** Turns the keys of a log into message rows without times: messages of one key share a row that counts them. */
export class IpmMessages {
  messages = 0;
  bytes = 0;
  /** Messages that share a row with others. */
  aggregated = 0;
  private readonly job: number;
  private readonly calls = new Interner();
  private waiting: Kind[] = [];
  private written = 0;

  constructor(job: number) {
    this.job = job;
  }

  add(src: number, { call, peer: dst, bytes, count }: IpmEntry): void {
    if (count === 0) return;
    this.messages += count;
    this.bytes += bytes * count;
    if (count > 1) this.aggregated += count;
    this.waiting.push({ src, dst, bytes: bytes * count, count, call: this.calls.code(call) });
  }

  /** Batches of what came in so far. */
  *batches(): Generator<Batch<typeof messages>> {
    const kinds = this.waiting;
    this.waiting = [];
    for (let from = 0; from < kinds.length; from += BATCH)
      yield this.batchOf(kinds.slice(from, from + BATCH));
  }

  private batchOf(kinds: readonly Kind[]): Batch<typeof messages> {
    const rows = kinds.length;
    const first = firstMessageId(this.job, 0) + this.written;
    this.written += rows;
    const none = () => new Float64Array(rows).fill(NONE);
    return {
      rows,
      columns: {
        id: Float64Array.from(kinds, (_, row) => first + row),
        job: new Int32Array(rows).fill(this.job),
        src: Int32Array.from(kinds, ({ src }) => src),
        dst: Int32Array.from(kinds, ({ dst }) => dst),
        bytes: Float64Array.from(kinds, ({ bytes }) => bytes),
        count: Float64Array.from(kinds, ({ count }) => count),
        tag: new Int32Array(rows).fill(NONE),
        comm: new Int32Array(rows),
        call: { codes: Int32Array.from(kinds, ({ call }) => call), dictionary: this.calls.dictionary },
        send_start: none(),
        send_end: none(),
        recv_start: none(),
        recv_end: none(),
        step: new Int32Array(rows).fill(NONE),
      },
    };
  }
}
