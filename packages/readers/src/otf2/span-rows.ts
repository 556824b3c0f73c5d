import type { Batch, spans } from '@weft/model';

const BLOCK = 65_536;

/** Rows of the spans table of one rank. */
export class SpanRows {
  rows = 0;
  private call = new Int32Array(256);
  private enter = new Float64Array(256);
  private exit = new Float64Array(256);

  get full(): boolean {
    return this.rows === BLOCK;
  }

  add(call: number, enter: number, exit: number): void {
    if (this.rows === this.call.length) this.grow();
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

  private grow(): void {
    const [call, enter, exit] = [this.call, this.enter, this.exit];
    this.call = new Int32Array(call.length * 2);
    this.enter = new Float64Array(call.length * 2);
    this.exit = new Float64Array(call.length * 2);
    this.call.set(call);
    this.enter.set(enter);
    this.exit.set(exit);
  }
}
