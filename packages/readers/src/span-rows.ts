import type { Batch, spans } from '@weft/model';

const BLOCK = 65_536;

/** Rows of the spans table of one rank. */
export class SpanRows {
  rows = 0;
  private capacity: number;
  private call: Int32Array;
  private enter: Float64Array;
  private exit: Float64Array;
  private jobs: Int32Array;
  private ranks: Int32Array;

  /** `expected` = about how many rows there will be, so that few take little memory and many need not grow. */
  constructor(expected: number) {
    const capacity = Math.max(256, Math.min(Math.ceil(expected), 2 * BLOCK));
    this.capacity = capacity;
    this.call = new Int32Array(capacity);
    this.enter = new Float64Array(capacity);
    this.exit = new Float64Array(capacity);
    this.jobs = new Int32Array(capacity);
    this.ranks = new Int32Array(capacity);
  }

  /** Enough to be written. */
  get full(): boolean {
    return this.rows >= BLOCK;
  }

  add(call: number, enter: number, exit: number): void {
    if (this.rows === this.capacity) this.grow();
    const row = this.rows++;
    this.call[row] = call;
    this.enter[row] = enter;
    this.exit[row] = exit;
  }

  clear(): void {
    this.rows = 0;
  }

  /** Valid until rows are added again. */
  batch(job: number, rank: number, callNames: readonly string[]): Batch<typeof spans> {
    const { rows } = this;
    return {
      rows,
      columns: {
        job: this.jobs.subarray(0, rows).fill(job),
        rank: this.ranks.subarray(0, rows).fill(rank),
        call: { codes: this.call.subarray(0, rows), dictionary: callNames },
        enter: this.enter.subarray(0, rows),
        exit: this.exit.subarray(0, rows),
      },
    };
  }

  private grow(): void {
    const { call, enter, exit } = this;
    this.capacity *= 2;
    this.call = new Int32Array(this.capacity);
    this.enter = new Float64Array(this.capacity);
    this.exit = new Float64Array(this.capacity);
    this.jobs = new Int32Array(this.capacity);
    this.ranks = new Int32Array(this.capacity);
    this.call.set(call);
    this.enter.set(enter);
    this.exit.set(exit);
  }
}
