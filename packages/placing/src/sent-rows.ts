import { type Batch, NONE, type Tables } from '@weft/model';
import type { SentMessages } from '@weft/simulate';

/** Messages of a trace of which it is known who sent them, to whom and when: those can be replayed. */
export class SentRows {
  /** Messages without a time, sender or receiver, or in rows that stand for several. */
  incomplete = 0;
  /** Messages beyond the most that are kept; then none is. */
  beyond = 0;
  private readonly most: number;
  private readonly id: number[] = [];
  private readonly job: number[] = [];
  private readonly src: number[] = [];
  private readonly dst: number[] = [];
  private readonly bytes: number[] = [];
  private readonly sent: number[] = [];

  constructor(most: number) {
    this.most = most;
  }

  add({ rows, columns }: Batch<Tables['messages']>): void {
    const { id, job, src, dst, bytes, count, send_start } = columns;
    for (let row = 0; row < rows; row++) {
      if (count[row] !== 1 || send_start[row] === NONE || src[row] === NONE || dst[row] === NONE) {
        this.incomplete += count[row];
        continue;
      }
      if (this.id.length >= this.most) {
        this.beyond++;
        continue;
      }
      this.id.push(id[row]);
      this.job.push(job[row]);
      this.src.push(src[row]);
      this.dst.push(dst[row]);
      this.bytes.push(bytes[row]);
      this.sent.push(send_start[row]);
    }
  }

  get count(): number {
    return this.id.length;
  }

  /** When the last of them was sent. */
  get last(): number {
    return this.sent.reduce((last, time) => Math.max(last, time), 0);
  }

  /** In the order they were sent, from host to host. */
  inOrder(hostOf: (job: number, rank: number) => number): SentMessages {
    const { id, job, src, dst, bytes, sent } = this;
    const order = Int32Array.from(id.keys()).sort((a, b) => sent[a] - sent[b] || id[a] - id[b]);
    const hosts = (ranks: readonly number[]) => Int32Array.from(order, (row) => hostOf(job[row], ranks[row]));
    return {
      id: Float64Array.from(order, (row) => id[row]),
      src: hosts(src),
      dst: hosts(dst),
      bytes: Float64Array.from(order, (row) => bytes[row]),
      sent: Float64Array.from(order, (row) => sent[row]),
    };
  }
}
