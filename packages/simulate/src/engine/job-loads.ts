import type { Picoseconds } from './fabric.ts';
import { checkOpenIntervals } from './interval-limits.ts';

/** Bytes per link and job in time bins; the bins of one job's links are given out with `takeUntil`. */
export class JobLoads {
  readonly interval: Picoseconds;
  private readonly links: number;
  private readonly jobs: number;
  private readonly open = new Map<number, Float64Array>();
  private current: Float64Array;
  /** Begin and end of the current interval. */
  from = 0;
  to: number;
  private given = 0;

  constructor(links: number, jobs: number, interval: Picoseconds) {
    this.links = links;
    this.jobs = jobs;
    this.interval = interval;
    this.to = interval;
    this.current = this.bin(0);
  }

  /** Booked whole in the bin in which the packet began to leave. */
  book(link: number, job: number, start: Picoseconds, bytes: number): void {
    if (start < this.from || start >= this.to) this.select(start);
    this.current[job * this.links + link] += bytes;
  }

  /** True where start .. end lies in the current bin, which `addPath` then books. */
  covers(start: Picoseconds, end: Picoseconds): boolean {
    if (start < this.from || start >= this.to) this.select(start);
    return end <= this.to;
  }

  addPath(path: Int32Array, hops: number, job: number, bytes: number): void {
    const { current } = this;
    const first = job * this.links;
    for (let hop = 0; hop < hops; hop++) current[first + path[hop]] += bytes;
  }

  *takeUntil(time: Picoseconds): Iterable<{ index: number; bytes: Float64Array }> {
    while ((this.given + 1) * this.interval <= time) {
      const bytes = this.open.get(this.given);
      if (bytes) {
        yield { index: this.given, bytes };
        this.open.delete(this.given);
        if (this.current === bytes) this.from = this.to = -1;
      }
      this.given++;
    }
  }

  private select(start: Picoseconds): void {
    const index = Math.floor(start / this.interval);
    this.current = this.bin(index);
    this.from = index * this.interval;
    this.to = this.from + this.interval;
  }

  private bin(index: number): Float64Array {
    let bytes = this.open.get(index);
    if (!bytes) {
      const amounts = this.links * this.jobs;
      checkOpenIntervals(this.open.size + 1, amounts * Float64Array.BYTES_PER_ELEMENT);
      bytes = new Float64Array(amounts);
      this.open.set(index, bytes);
    }
    return bytes;
  }
}
