import type { Batch, spans } from '@weft/model';
import { functionNames } from './record-layout.ts';

const ROWS = 65_536;

/** Rows of the spans table of one rank, in the order the calls returned. */
export class SpanRows {
  rows = 0;
  private readonly rank: number;
  private readonly job: number;
  private call = new Int32Array(ROWS);
  private enter = new Float64Array(ROWS);
  private exit = new Float64Array(ROWS);

  constructor(rank: number, job: number) {
    this.rank = rank;
    this.job = job;
  }

  get full(): boolean {
    return this.rows === ROWS;
  }

  add(call: number, enter: number, exit: number): void {
    const row = this.rows++;
    this.call[row] = call;
    this.enter[row] = enter;
    this.exit[row] = exit;
  }

  take(): Batch<typeof spans> {
    const { rows } = this;
    const whole = rows === ROWS;
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
      this.call = new Int32Array(ROWS);
      this.enter = new Float64Array(ROWS);
      this.exit = new Float64Array(ROWS);
    }
    this.rows = 0;
    return batch;
  }
}
