import { type Batch, NONE, noTimes, type spans } from '@weft/model';

const BLOCK = 65_536;

/** The kind of each call by its code. */
interface CallKinds {
  readonly callKinds: Int32Array;
  readonly kindNames: readonly string[];
}

const MPI_ALONE: readonly string[] = ['mpi'];

/** Rows of the spans table of one rank. */
export class SpanRows {
  rows = 0;
  private capacity: number;
  private call: Int32Array;
  private enter: Float64Array;
  private exit: Float64Array;
  private depth: Int32Array;
  private stream: Int32Array;
  private jobs: Int32Array;
  private ranks: Int32Array;
  private kinds: Int32Array;
  /** NONE throughout unless processor times are kept. */
  private cpu: Float64Array;
  private readonly keepsCpu: boolean;

  /** `expected` = about how many rows there will be, so that few take little memory and many need not grow. */
  constructor(expected: number, keepsCpu = false) {
    const capacity = Math.max(256, Math.min(Math.ceil(expected), 2 * BLOCK));
    this.capacity = capacity;
    this.call = new Int32Array(capacity);
    this.enter = new Float64Array(capacity);
    this.exit = new Float64Array(capacity);
    this.depth = new Int32Array(capacity);
    this.stream = new Int32Array(capacity);
    this.jobs = new Int32Array(capacity);
    this.ranks = new Int32Array(capacity);
    this.kinds = new Int32Array(capacity);
    this.cpu = noTimes(capacity);
    this.keepsCpu = keepsCpu;
  }

  /** Enough to be written. */
  get full(): boolean {
    return this.rows >= BLOCK;
  }

  add(call: number, enter: number, exit: number, depth = 0, stream = 0, cpu = NONE): void {
    if (this.rows === this.capacity) this.grow();
    const row = this.rows++;
    this.call[row] = call;
    this.enter[row] = enter;
    this.exit[row] = exit;
    this.depth[row] = depth;
    this.stream[row] = stream;
    if (this.keepsCpu) this.cpu[row] = cpu;
  }

  clear(): void {
    this.rows = 0;
  }

  /** Valid until rows are added again. Without kinds all are calls of MPI. */
  batch(
    job: number,
    rank: number,
    callNames: readonly string[],
    kinds: CallKinds | null = null,
  ): Batch<typeof spans> {
    const { rows } = this;
    if (kinds) this.fillKinds(kinds.callKinds);
    return {
      rows,
      columns: {
        job: this.jobs.subarray(0, rows).fill(job),
        rank: this.ranks.subarray(0, rows).fill(rank),
        call: { codes: this.call.subarray(0, rows), dictionary: callNames },
        enter: this.enter.subarray(0, rows),
        exit: this.exit.subarray(0, rows),
        stream: this.stream.subarray(0, rows),
        depth: this.depth.subarray(0, rows),
        kind: { codes: this.kinds.subarray(0, rows), dictionary: kinds?.kindNames ?? MPI_ALONE },
        cpu: this.cpu.subarray(0, rows),
      },
    };
  }

  private fillKinds(ofCalls: Int32Array): void {
    const { rows, kinds, call } = this;
    for (let row = 0; row < rows; row++) kinds[row] = ofCalls[call[row]];
  }

  private grow(): void {
    const { call, enter, exit, depth, stream, cpu } = this;
    this.capacity *= 2;
    this.call = new Int32Array(this.capacity);
    this.enter = new Float64Array(this.capacity);
    this.exit = new Float64Array(this.capacity);
    this.jobs = new Int32Array(this.capacity);
    this.ranks = new Int32Array(this.capacity);
    this.kinds = new Int32Array(this.capacity);
    this.depth = new Int32Array(this.capacity);
    this.stream = new Int32Array(this.capacity);
    this.cpu = noTimes(this.capacity);
    this.call.set(call);
    this.enter.set(enter);
    this.exit.set(exit);
    this.depth.set(depth);
    this.stream.set(stream);
    this.cpu.set(cpu);
  }
}
