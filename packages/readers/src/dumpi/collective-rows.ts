import type { Batch, collectives } from '@weft/model';
import { functionNames } from './record-layout.ts';

/** Rows of the collectives table of one rank; the n-th call on a communicator has seq n. */
export class CollectiveRows {
  rows = 0;
  private readonly rank: number;
  private readonly job: number;
  private readonly next = new Map<number, number>();
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

  add(comm: number, call: number, root: number, bytes: number, enter: number, exit: number): void {
    if (this.rows === this.capacity) this.grow();
    const row = this.rows++;
    const seq = this.next.get(comm) ?? 0;
    this.next.set(comm, seq + 1);
    this.comm[row] = comm;
    this.seq[row] = seq;
    this.call[row] = call;
    this.root[row] = root;
    this.bytes[row] = bytes;
    this.enter[row] = enter;
    this.exit[row] = exit;
  }

  used(comm: number): boolean {
    return this.next.has(comm);
  }

  take(): Batch<typeof collectives> {
    const { rows } = this;
    const batch = {
      rows,
      columns: {
        job: new Int32Array(rows).fill(this.job),
        comm: this.comm.slice(0, rows),
        seq: this.seq.slice(0, rows),
        call: { codes: this.call.slice(0, rows), dictionary: functionNames },
        root: this.root.slice(0, rows),
        rank: new Int32Array(rows).fill(this.rank),
        bytes: this.bytes.slice(0, rows),
        enter: this.enter.slice(0, rows),
        exit: this.exit.slice(0, rows),
      },
    };
    this.rows = 0;
    return batch;
  }

  private grow(): void {
    this.capacity *= 2;
    const narrow = (old: Int32Array) => {
      const bigger = new Int32Array(this.capacity);
      bigger.set(old);
      return bigger;
    };
    const wide = (old: Float64Array) => {
      const bigger = new Float64Array(this.capacity);
      bigger.set(old);
      return bigger;
    };
    this.comm = narrow(this.comm);
    this.seq = narrow(this.seq);
    this.call = narrow(this.call);
    this.root = narrow(this.root);
    this.bytes = wide(this.bytes);
    this.enter = wide(this.enter);
    this.exit = wide(this.exit);
  }
}
