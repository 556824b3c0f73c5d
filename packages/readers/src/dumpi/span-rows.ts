import type { Batch, spans } from '@weft/model';
import { functionNames } from './record-layout.ts';

const MOST_ROWS = 65_536;

/** Rows of the spans table of one rank, in the order the calls returned. */
export class SpanRows {
  rows = 0;
  private readonly capacity: number;
  private readonly ranks: Int32Array;
  private readonly jobs: Int32Array;
  private readonly call: Int32Array;
  private readonly enter: Float64Array;
  private readonly exit: Float64Array;

  /** `expected` = rows there may be at most, so that small files take little memory. */
  constructor(rank: number, job: number, expected: number) {
    this.capacity = Math.max(1, Math.min(MOST_ROWS, expected));
    this.ranks = new Int32Array(this.capacity).fill(rank);
    this.jobs = new Int32Array(this.capacity).fill(job);
    this.call = new Int32Array(this.capacity);
    this.enter = new Float64Array(this.capacity);
    this.exit = new Float64Array(this.capacity);
  }

  get room(): number {
    return this.capacity - this.rows;
  }

  add(call: number, enter: number, exit: number): void {
    const row = this.rows++;
    this.call[row] = call;
    this.enter[row] = enter;
    this.exit[row] = exit;
  }

  clear(): void {
    this.rows = 0;
  }

  /** Valid until rows are added again. */
  batch(): Batch<typeof spans> {
    const { rows } = this;
    return {
      rows,
      columns: {
        job: this.jobs.subarray(0, rows),
        rank: this.ranks.subarray(0, rows),
        call: { codes: this.call.subarray(0, rows), dictionary: functionNames },
        enter: this.enter.subarray(0, rows),
        exit: this.exit.subarray(0, rows),
      },
    };
  }
}
