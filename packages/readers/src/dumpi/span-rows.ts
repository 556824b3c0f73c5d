import type { Batch, spans } from '@weft/model';
import { functionNames } from './record-layout.ts';

const MOST_ROWS = 65_536;

/** Rows of the spans table of one rank, in the order the calls returned. */
export class SpanRows {
  rows = 0;
  private readonly capacity: number;
  private readonly ranks: Int32Array;
  private readonly jobs: Int32Array;
  private call: Int32Array;
  private enter: Float64Array;
  private exit: Float64Array;

  /** `expected` = rows there may be at most, so that small files take little memory. */
  constructor(rank: number, job: number, expected: number) {
    this.capacity = Math.max(1, Math.min(MOST_ROWS, expected));
    this.ranks = sharedConstant(rank, this.capacity);
    this.jobs = sharedConstant(job, this.capacity);
    this.call = new Int32Array(this.capacity);
    this.enter = new Float64Array(this.capacity);
    this.exit = new Float64Array(this.capacity);
  }

  get full(): boolean {
    return this.rows === this.capacity;
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

  take(): Batch<typeof spans> {
    const { rows } = this;
    const whole = rows === this.capacity;
    const batch = {
      rows,
      columns: {
        job: this.jobs.subarray(0, rows),
        rank: this.ranks.subarray(0, rows),
        call: { codes: whole ? this.call : this.call.slice(0, rows), dictionary: functionNames },
        enter: whole ? this.enter : this.enter.slice(0, rows),
        exit: whole ? this.exit : this.exit.slice(0, rows),
      },
    };
    if (whole) {
      this.call = new Int32Array(rows);
      this.enter = new Float64Array(rows);
      this.exit = new Float64Array(rows);
    }
    this.rows = 0;
    return batch;
  }
}

/** In shared memory every batch can have it without a copy. */
function sharedConstant(value: number, rows: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(rows * 4)).fill(value);
}
