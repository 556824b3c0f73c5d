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

/** Turns keys of a log into message rows without times: as many rows as messages, or one per key in huge logs. */
export class IpmMessages {
  messages = 0;
  bytes = 0;
  /** Messages that share a row with others. */
  aggregated = 0;
  private readonly job: number;
  private readonly calls = new Interner();
  private src: number[] = [];
  private dst: number[] = [];
  private size: number[] = [];
  private call: number[] = [];
  private written = 0;

  constructor(job: number) {
    this.job = job;
  }

  add(rank: number, { call, peer, bytes, count }: IpmEntry): void {
    this.messages += count;
    this.bytes += bytes * count;
    const rows = this.written + this.src.length + count > MOST_ROWS ? 1 : count;
    if (rows < count) this.aggregated += count;
    const code = this.calls.code(call);
    for (let row = 0; row < rows; row++) {
      this.src.push(rank);
      this.dst.push(peer);
      this.size.push(rows < count ? bytes * count : bytes);
      this.call.push(code);
    }
  }

  get ready(): boolean {
    return this.src.length >= BATCH;
  }

  take(): Batch<typeof messages> {
    const rows = this.src.length;
    const first = firstMessageId(this.job, 0) + this.written;
    const none = () => new Float64Array(rows).fill(NONE);
    const batch = {
      rows,
      columns: {
        id: Float64Array.from({ length: rows }, (_, row) => first + row),
        job: new Int32Array(rows).fill(this.job),
        src: Int32Array.from(this.src),
        dst: Int32Array.from(this.dst),
        bytes: Float64Array.from(this.size),
        tag: new Int32Array(rows).fill(NONE),
        comm: new Int32Array(rows),
        call: { codes: Int32Array.from(this.call), dictionary: this.calls.dictionary },
        send_start: none(),
        send_end: none(),
        recv_start: none(),
        recv_end: none(),
      },
    };
    this.written += rows;
    this.src = [];
    this.dst = [];
    this.size = [];
    this.call = [];
    return batch;
  }
}
