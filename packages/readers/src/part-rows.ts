import type { Batch, collectiveParts } from '@weft/model';

const BLOCK = 65_536;

/** Rows of the collective_parts table, filled by one rank. */
export class PartRows {
  rows = 0;
  private capacity = 256;
  private comm = new Int32Array(256);
  private seq = new Int32Array(256);
  private call = new Int32Array(256);
  private src = new Int32Array(256);
  private dst = new Int32Array(256);
  private bytes = new Float64Array(256);

  /** Enough to be written. */
  get full(): boolean {
    return this.rows >= BLOCK;
  }

  add(comm: number, seq: number, call: number, src: number, dst: number, bytes: number): void {
    if (this.rows === this.capacity) this.grow();
    const row = this.rows++;
    this.comm[row] = comm;
    this.seq[row] = seq;
    this.call[row] = call;
    this.src[row] = src;
    this.dst[row] = dst;
    this.bytes[row] = bytes;
  }

  clear(): void {
    this.rows = 0;
  }

  /** Valid until rows are added again. */
  batch(job: number, callNames: readonly string[]): Batch<typeof collectiveParts> {
    const { rows } = this;
    return {
      rows,
      columns: {
        job: new Int32Array(rows).fill(job),
        comm: this.comm.subarray(0, rows),
        seq: this.seq.subarray(0, rows),
        call: { codes: this.call.subarray(0, rows), dictionary: callNames },
        src: this.src.subarray(0, rows),
        dst: this.dst.subarray(0, rows),
        bytes: this.bytes.subarray(0, rows),
      },
    };
  }

  private grow(): void {
    this.capacity *= 2;
    const wider = (column: Int32Array) => {
      const bigger = new Int32Array(this.capacity);
      bigger.set(column);
      return bigger;
    };
    this.comm = wider(this.comm);
    this.seq = wider(this.seq);
    this.call = wider(this.call);
    this.src = wider(this.src);
    this.dst = wider(this.dst);
    const bytes = new Float64Array(this.capacity);
    bytes.set(this.bytes);
    this.bytes = bytes;
  }
}
