import { type Batch, NONE, type Tables } from '@weft/model';
import { type MessageColumns, MOST_RANKS, PairBins } from './pair-bins.ts';

interface MessageSumLimits {
  /** Bins of time, a power of two. */
  readonly bins: number;
  /** Rows of the result at most. */
  readonly rows: number;
}

const LIMITS: MessageSumLimits = { bins: 1024, rows: 1 << 18 };
/** A microsecond, about; runs last longer, then bins double. */
const FIRST_BIN = 1024;
/** Messages between two looks at the rows there are. */
const CHUNK = 1 << 13;

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
    for (let from = 0; from < rows && !this.gaveUp; from += CHUNK) {
      const to = Math.min(rows, from + CHUNK);
      if (!this.suits(columns, from, to)) this.giveUp();
      if (this.gaveUp) return;
      for (let row = from; row < to; ) {
        row = this.cells.addRows(columns, row, to, this.bin);
        if (row < to) this.joinBins(2);
      }
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
  private suits({ job, src, dst }: MessageColumns, from: number, to: number): boolean {
    if (this.job === NONE) this.job = job[from];
    for (let row = from; row < to; row++) {
      if (job[row] !== this.job || src[row] >= MOST_RANKS || dst[row] >= MOST_RANKS) return false;
    }
    return true;
  }

  private coarsen(): void {
    while (this.cells.size > this.limits.rows / 2 && this.cells.lastBin > 0) this.joinBins(2);
    if (this.cells.size > this.limits.rows) this.giveUp();
  }

  private joinBins(factor: number): void {
    this.bin *= factor;
    this.cells = this.cells.withBinsJoined(factor);
  }

  private giveUp(): void {
    this.gaveUp = true;
    this.cells = new PairBins(this.limits.bins);
  }
}
