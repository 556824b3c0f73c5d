import type { Batch, spans } from '@weft/model';
import { functionNames } from './record-layout.ts';

const MOST_ROWS = 65_536;

/** Rows of the spans table of one rank, in the order the calls returned. */
export class SpanRows {
  rows = 0;
  private readonly rank: number;
  private readonly job: number;
  private readonly capacity: number;
  private call: Int32Array;
  private enter: Float64Array;
  private exit: Float64Array;

  /** `expected` = rows there may be at most, so that small files take little memory. */
  constructor(rank: number, job: number, expected: number) {
    this.rank = rank;
    this.job = job;
    this.capacity = Math.max(1, Math.min(MOST_ROWS, expected));
    this.call = new Int32Array(this.capacity);
    this.enter = new Float64Array(this.capacity);
    this.exit = new Float64Array(this.capacity);
  }

  get full(): boolean {
    return this.rows === this.capacity;
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
        job: new Int32Array(rows).fill(this.job),
        rank: new Int32Array(rows).fill(this.rank),
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
