import type { Batch, spans } from '@weft/model';

const BLOCK = 65_536;

/** Rows of the spans table of one rank. */
export class SpanRows {
  rows = 0;
  private readonly call = new Int32Array(BLOCK);
  private readonly enter = new Float64Array(BLOCK);
  private readonly exit = new Float64Array(BLOCK);

  get full(): boolean {
    return this.rows === BLOCK;
  }

  add(call: number, enter: number, exit: number): void {
    const row = this.rows++;
    this.call[row] = call;
    this.enter[row] = enter;
    this.exit[row] = exit;
  }

  take(job: number, rank: number, callNames: readonly string[]): Batch<typeof spans> {
    const { rows } = this;
    this.rows = 0;
    return {
      rows,
      columns: {
        job: new Int32Array(rows).fill(job),
        rank: new Int32Array(rows).fill(rank),
        call: { codes: this.call.slice(0, rows), dictionary: callNames },
        enter: this.enter.slice(0, rows),
        exit: this.exit.slice(0, rows),
      },
    };
  }
}
