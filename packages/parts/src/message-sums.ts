import { type Batch, NONE, type Tables } from '@weft/model';
import { MOST_RANKS, PairBins } from './pair-bins.ts';

interface MessageSumLimits {
  /** Bins of time, a power of two. */
  readonly bins: number;
  /** Rows of the result at most. */
  readonly rows: number;
}

const LIMITS: MessageSumLimits = { bins: 1024, rows: 1 << 18 };
/** A microsecond, about; runs last longer, then bins double. */
const FIRST_BIN = 1024;

/**
 * Bytes and messages between ranks, by bin of time, while messages go by in any order. Bins are powers of two from 0 on
 * and double where there would be too many rows; where pairs alone are too many, it gives up and has no rows.
 */
export class MessageSums {
  gaveUp = false;
  private readonly limits: MessageSumLimits;
  private cells: PairBins;
  private bin = FIRST_BIN;
  private job = NONE;

  constructor(limits: MessageSumLimits = LIMITS) {
    this.limits = limits;
    this.cells = new PairBins(limits.bins);
  }

  add({ rows, columns }: Batch<Tables['messages']>): void {
    const { job, src, dst, bytes, count, send_start, send_end, recv_start, recv_end } = columns;
    for (let row = 0; row < rows && !this.gaveUp; row++) {
      if (src[row] < 0 || dst[row] < 0) continue;
      if (Math.max(src[row], dst[row]) >= MOST_RANKS) this.giveUp();
      const first = send_start[row] === NONE ? send_end[row] : send_start[row];
      const last = recv_end[row] === NONE ? recv_start[row] : recv_end[row];
      const sent = first === NONE ? last : first;
      const received = last === NONE ? first : last;
      const middle = sent === NONE ? NONE : Math.max(0, (sent + received) / 2);
      if (job[row] !== this.job || middle >= this.bin * this.limits.bins) this.makeRoom(job[row], middle);
      const at = middle === NONE ? NONE : Math.floor(middle / this.bin);
      this.cells.add(src[row], dst[row], at, bytes[row], count[row], sent, received);
      if (this.cells.size > this.limits.rows) this.coarsen();
    }
  }

  batch(): Batch<Tables['message_sums']> {
    const { cells, bin, job } = this;
    const rows = this.gaveUp ? 0 : cells.size;
    const { at, ...sums } = cells.columns(rows);
    return {
      rows,
      columns: {
        job: new Int32Array(rows).fill(job),
        start: at.map((place) => (place === NONE ? NONE : place * bin)),
        length: new Float64Array(rows).fill(bin),
        ...sums,
      },
    };
  }

  /** Ranks of different jobs are different processes: sums of several jobs are not kept. */
  private makeRoom(job: number, middle: number): void {
    if (this.job === NONE) this.job = job;
    if (job !== this.job) this.giveUp();
    while (middle >= this.bin * this.limits.bins) this.doubleBins();
  }

  private coarsen(): void {
    while (this.cells.size > this.limits.rows / 2 && this.cells.lastBin > 0) this.doubleBins();
    if (this.cells.size > this.limits.rows) this.giveUp();
  }

  private doubleBins(): void {
    this.bin *= 2;
    this.cells = this.cells.withBinsDoubled();
  }

  private giveUp(): void {
    this.gaveUp = true;
    this.cells = new PairBins(this.limits.bins);
  }
}
