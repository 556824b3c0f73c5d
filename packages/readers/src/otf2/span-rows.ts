import type { Batch, spans } from '@weft/model';

const BLOCK = 65_536;

/** Rows of the spans table of one rank. */
export class SpanRows {
  rows = 0;
  private capacity = 256;
  private call = new Int32Array(256);
  private enter = new Float64Array(256);
  private exit = new Float64Array(256);
  private jobs = new Int32Array(256);
  private ranks = new Int32Array(256);

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
