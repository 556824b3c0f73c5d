import type { Batch, Tables } from '@weft/model';

const RANKS = 2 ** 22;
const PAIRS = 2 ** 31;
/** A microsecond; traces last longer, then bins double. */
const FIRST_INTERVAL = 1000;

interface TrafficLimits {
  readonly bins: number;
  /** Pairs of ranks in all bins together. */
  readonly entries: number;
}

const LIMITS: TrafficLimits = { bins: 1024, entries: 1_000_000 };

/** Bytes from rank to rank in bins of time, which double in length where there would be too many. */
export class PairTraffic {
  /** Length of a bin, nanoseconds. */
  interval = FIRST_INTERVAL;
  readonly job: number[] = [];
  readonly src: number[] = [];
  readonly dst: number[] = [];
  private readonly limits: TrafficLimits;
  private readonly pairs = new Map<number, number>();
  private sums = new Map<number, number>();

  constructor(limits: TrafficLimits = LIMITS) {
    this.limits = limits;
  }

  /** A message counts when it was sent, or received where only that is known; one without a time in the first bin. */
  add({ rows, columns }: Batch<Tables['messages']>): void {
    const { job, src, dst, bytes, send_start, recv_end } = columns;
    for (let row = 0; row < rows; row++) {
      const time = Math.max(0, send_start[row] < 0 ? recv_end[row] : send_start[row]);
      this.cover(time);
      const key = Math.floor(time / this.interval) * PAIRS + this.pairOf(job[row], src[row], dst[row]);
      this.sums.set(key, (this.sums.get(key) ?? 0) + bytes[row]);
      if (this.sums.size > this.limits.entries) this.double();
    }
  }

  /** Makes bins so long that they reach behind a time. */
  cover(time: number): void {
    while (time >= this.interval * this.limits.bins) this.double();
  }

  /** In order of bins. */
  *entries(): Generator<{ bin: number; pair: number; bytes: number }> {
    for (const key of Float64Array.from(this.sums.keys()).sort()) {
      yield { bin: Math.floor(key / PAIRS), pair: key % PAIRS, bytes: this.sums.get(key)! };
    }
  }

  private pairOf(job: number, src: number, dst: number): number {
    const key = (job * RANKS + src) * RANKS + dst;
    const known = this.pairs.get(key);
    if (known !== undefined) return known;
    this.pairs.set(key, this.job.length);
    this.src.push(src);
    this.dst.push(dst);
    return this.job.push(job) - 1;
  }

  private double(): void {
    this.interval *= 2;
    const sums = new Map<number, number>();
    for (const [key, bytes] of this.sums) {
      const joined = Math.floor(key / PAIRS / 2) * PAIRS + (key % PAIRS);
      sums.set(joined, (sums.get(joined) ?? 0) + bytes);
    }
    this.sums = sums;
  }
}
