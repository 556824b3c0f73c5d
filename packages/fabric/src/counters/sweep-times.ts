import { lowerBound } from '@weft/model';

/** Intervals after which the usual one is taken as known. */
const ENOUGH = 101;

/**
 * A sweep asks port after port, so that samples of one sweep differ in time. All within half an interval of a sweep's
 * first sample get its time.
 */
export class SweepTimes {
  /** Usual time between samples of a port, in seconds; 0 = not known. */
  interval = 0;
  /** How many samples were moved to the time of their sweep. */
  moved = 0;
  private readonly first: number[] = [];
  private readonly intervals: number[] = [];
  private last = Number.NaN;

  /** The time of the sweep of a sample that comes `since` seconds after the one before of its port. */
  align(time: number, since: number): number {
    this.learn(since);
    const sweep = this.find(time);
    if (sweep !== time) this.moved++;
    return sweep;
  }

  private learn(since: number): void {
    if (this.intervals.length >= ENOUGH) return;
    this.intervals.push(since);
    const sorted = this.intervals.toSorted((a, b) => a - b);
    this.interval = sorted[sorted.length >> 1];
  }

  private find(time: number): number {
    const reach = this.interval / 2;
    if (time >= this.last && time - this.last < reach) return this.last;
    const { first } = this;
    const at = lowerBound(first, time);
    if (first[at] === time) this.last = time;
    else if (at > 0 && time - first[at - 1] < reach) this.last = first[at - 1];
    else {
      first.splice(at, 0, time);
      this.last = time;
    }
    return this.last;
  }
}
