import { type Batch, type collectives, NONE } from '@weft/model';
import type { PartRows } from '../part-rows.ts';

const BLOCK = 32_768;
/** Started collectives waited for at most before the rows behind the oldest leave without it. */
const MOST_OPEN = 262_144;

type CollectiveBatch = Batch<typeof collectives>;

/**
 * Collective calls of one rank in the order they were started: MPI numbers them per communicator in that
 * order, and a non-blocking one tells its communicator only when it completes.
 */
export class CollectiveQueue {
  /** Started and never completed: their communicator is not known, so they have no row. */
  lost = 0;
  private rows = 0;
  private base = 0;
  private done = new Uint8Array(1024);
  private comm = new Int32Array(1024);
  private call = new Int32Array(1024);
  private root = new Int32Array(1024);
  private bytes = new Float64Array(1024);
  private received = new Float64Array(1024);
  private enter = new Float64Array(1024);
  private exit = new Float64Array(1024);
  private readonly nextSequence = new Map<number, number>();
  private readonly partRows: PartRows | null;

  constructor(partRows: PartRows | null) {
    this.partRows = partRows;
  }

  /** Returns the handle to complete it by. */
  start(call: number, enter: number): number {
    if (this.rows === this.done.length) this.resize(this.rows * 2, 0);
    const row = this.rows++;
    this.done[row] = 0;
    this.call[row] = call;
    this.enter[row] = enter;
    return this.base + row;
  }

  /** `call` replaces the name given at the start unless it is -1. */
  complete(
    handle: number,
    comm: number,
    call: number,
    root: number,
    bytes: number,
    received: number,
    exit: number,
  ): void {
    const row = handle - this.base;
    if (row < 0) return;
    this.done[row] = 1;
    this.comm[row] = comm;
    if (call !== NONE) this.call[row] = call;
    this.root[row] = root;
    this.bytes[row] = bytes;
    this.received[row] = received;
    this.exit[row] = exit;
  }

  /** Rows that may leave, if they are many or `all` are wanted. */
  take(job: number, rank: number, callNames: readonly string[], all: boolean): CollectiveBatch | null {
    if (!all && this.rows < BLOCK) return null;
    const ready = all || this.rows >= MOST_OPEN ? this.rows : this.finished();
    if (ready === 0) return null;
    const batch = this.batch(ready, job, rank, callNames);
    this.resize(Math.max(1024, this.rows - ready), ready);
    return batch;
  }

  private finished(): number {
    const open = this.done.subarray(0, this.rows).indexOf(0);
    return open < 0 ? this.rows : open;
  }

  private batch(
    ready: number,
    job: number,
    rank: number,
    callNames: readonly string[],
  ): CollectiveBatch | null {
    const rows = this.dropOpen(ready);
    if (rows === 0) return null;
    const seq = new Int32Array(rows);
    for (let row = 0; row < rows; row++) seq[row] = this.sequence(this.comm[row]);
    this.addParts(seq, rank, callNames);
    return {
      rows,
      columns: {
        job: new Int32Array(rows).fill(job),
        comm: this.comm.slice(0, rows),
        seq,
        call: { codes: this.call.slice(0, rows), dictionary: callNames },
        root: this.root.slice(0, rows),
        rank: new Int32Array(rows).fill(rank),
        bytes: this.bytes.slice(0, rows),
        enter: this.enter.slice(0, rows),
        exit: this.exit.slice(0, rows),
      },
    };
  }

  /** Of calls with counts of their own, events tell the parts of Scatterv alone: what each rank received. */
  private addParts(seq: Int32Array, rank: number, callNames: readonly string[]): void {
    const { partRows, comm, call, root, received } = this;
    if (!partRows) return;
    for (let row = 0; row < seq.length; row++) {
      const isPart = comm[row] >= 0 && root[row] >= 0 && root[row] !== rank;
      if (isPart && /^MPI_I?scatterv$/i.test(callNames[call[row]])) {
        partRows.add(comm[row], seq[row], call[row], root[row], rank, received[row]);
      }
    }
  }

  /** Moves the completed of the first rows together; returns how many there are. */
  private dropOpen(ready: number): number {
    let kept = 0;
    for (let row = 0; row < ready; row++) {
      if (this.done[row] === 0) {
        this.lost++;
        continue;
      }
      if (kept < row) this.move(row, kept);
      kept++;
    }
    return kept;
  }

  private move(from: number, to: number): void {
    this.comm[to] = this.comm[from];
    this.call[to] = this.call[from];
    this.root[to] = this.root[from];
    this.bytes[to] = this.bytes[from];
    this.received[to] = this.received[from];
    this.enter[to] = this.enter[from];
    this.exit[to] = this.exit[from];
  }

  private sequence(comm: number): number {
    const next = this.nextSequence.get(comm) ?? 0;
    this.nextSequence.set(comm, next + 1);
    return next;
  }

  /** Drops rows from the front and makes room. */
  private resize(capacity: number, dropped: number): void {
    const move = <T extends Uint8Array | Int32Array | Float64Array>(column: T): T => {
      const moved = new (column.constructor as new (length: number) => T)(capacity);
      moved.set(column.subarray(dropped, this.rows));
      return moved;
    };
    this.done = move(this.done);
    this.comm = move(this.comm);
    this.call = move(this.call);
    this.root = move(this.root);
    this.bytes = move(this.bytes);
    this.received = move(this.received);
    this.enter = move(this.enter);
    this.exit = move(this.exit);
    this.rows -= dropped;
    this.base += dropped;
  }
}
