import { WeftError } from '@weft/model';
import type { MessagePhase, PhaseWait } from './workload.ts';

interface PhaseOptions {
  readonly call?: string;
  readonly tag?: number;
  readonly compute?: number | Float64Array;
  readonly barrier?: boolean;
  readonly wait?: PhaseWait;
}

/** A message takes 16 bytes, and as much again while its arrays grow: 2 GB at the most. */
const MOST_MESSAGES = 1 << 26;

/** Collects the messages of one phase in growing typed arrays. */
export class PhaseBuilder {
  private src: Int32Array;
  private dst: Int32Array;
  private bytes: Float64Array;
  private count = 0;

  constructor(capacity = 64) {
    checkMessages(capacity);
    this.src = new Int32Array(capacity);
    this.dst = new Int32Array(capacity);
    this.bytes = new Float64Array(capacity);
  }

  /** Messages of a rank to itself and of no bytes stay off the network and are left out. */
  add(src: number, dst: number, bytes: number): void {
    if (src === dst || bytes <= 0) return;
    if (this.count === this.src.length) this.grow();
    this.src[this.count] = src;
    this.dst[this.count] = dst;
    this.bytes[this.count] = bytes;
    this.count++;
  }

  /** Ends the phase: nothing is to be added behind. */
  build(options: PhaseOptions = {}): MessagePhase {
    const { call = 'MPI_Isend', tag = 0, compute = 0, barrier = false, wait = 'both' } = options;
    const full = this.count === this.src.length;
    return {
      src: full ? this.src : this.src.slice(0, this.count),
      dst: full ? this.dst : this.dst.slice(0, this.count),
      bytes: full ? this.bytes : this.bytes.slice(0, this.count),
      call,
      tag,
      compute: typeof compute === 'number' ? Float64Array.of(compute) : compute,
      barrier,
      wait,
    };
  }

  private grow(): void {
    checkMessages(this.count + 1);
    const capacity = this.src.length * 2;
    const src = new Int32Array(capacity);
    const dst = new Int32Array(capacity);
    const bytes = new Float64Array(capacity);
    src.set(this.src);
    dst.set(this.dst);
    bytes.set(this.bytes);
    this.src = src;
    this.dst = dst;
    this.bytes = bytes;
  }
}

function checkMessages(count: number): void {
  if (count <= MOST_MESSAGES) return;
  throw new WeftError({
    code: 'BAD-SCENARIO',
    message: `a phase may have at most ${MOST_MESSAGES.toLocaleString('en-US')} messages; more would take gigabytes of memory`,
    advice: 'Use fewer ranks, or a workload that sends less at a time.',
  });
}
