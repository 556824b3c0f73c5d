import type { Batch, collectives } from '@weft/model';
import { functionNames } from './record-layout.ts';

/** Rows of the collectives table of one rank; the n-th call on a communicator has seq n. */
export class CollectiveRows {
  rows = 0;
  private readonly rank: number;
  private readonly job: number;
  /** Number of the next call on a communicator; that of unknown ones (-1) comes first. */
  private next = new Int32Array(64);
  private capacity = 256;
  private comm = new Int32Array(256);
  private seq = new Int32Array(256);
  private call = new Int32Array(256);
  private root = new Int32Array(256);
  private bytes = new Float64Array(256);
  private enter = new Float64Array(256);
  private exit = new Float64Array(256);

  constructor(rank: number, job: number) {
    this.rank = rank;
    this.job = job;
  }

  /** Returns the number of the call on its communicator. */
  add(comm: number, call: number, root: number, bytes: number, enter: number, exit: number): number {
    if (this.rows === this.capacity) this.grow();
    const row = this.rows++;
    if (comm + 1 >= this.next.length) this.next = grown(this.next, comm + 2);
    this.comm[row] = comm;
    this.seq[row] = this.next[comm + 1]++;
    this.call[row] = call;
    this.root[row] = root;
    this.bytes[row] = bytes;
    this.enter[row] = enter;
    this.exit[row] = exit;
    return this.seq[row];
  }

  used(comm: number): boolean {
    return this.next[comm + 1] > 0;
  }

  clear(): void {
    this.rows = 0;
  }

  /** Valid until rows are added again. */
  batch(): Batch<typeof collectives> {
    const { rows } = this;
    return {
      rows,
      columns: {
        job: new Int32Array(rows).fill(this.job),
        comm: this.comm.subarray(0, rows),
        seq: this.seq.subarray(0, rows),
        call: { codes: this.call.subarray(0, rows), dictionary: functionNames },
        root: this.root.subarray(0, rows),
        rank: new Int32Array(rows).fill(this.rank),
        bytes: this.bytes.subarray(0, rows),
        enter: this.enter.subarray(0, rows),
        exit: this.exit.subarray(0, rows),
      },
    };
  }

  private grow(): void {
    this.capacity *= 2;
    this.comm = grown(this.comm, this.capacity);
    this.seq = grown(this.seq, this.capacity);
    this.call = grown(this.call, this.capacity);
    this.root = grown(this.root, this.capacity);
    this.bytes = grownWide(this.bytes, this.capacity);
    this.enter = grownWide(this.enter, this.capacity);
    this.exit = grownWide(this.exit, this.capacity);
  }
}

function grown(old: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(Math.max(least, old.length * 2));
  bigger.set(old);
  return bigger;
}

function grownWide(old: Float64Array, least: number): Float64Array<ArrayBuffer> {
  const bigger = new Float64Array(Math.max(least, old.length * 2));
  bigger.set(old);
  return bigger;
}
