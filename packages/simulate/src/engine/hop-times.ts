import { type Picoseconds, toNanoseconds } from './fabric.ts';
import type { HopColumns } from './hop-rows.ts';
import { grownFloat } from './message-pool.ts';

/** Times of a place lie side by side, in one line of the processor's cache. */
const TIMES = 4;
/** When the first packet was ready to leave; -1 = not yet. */
const READY = 0;
/** When the first packet began to leave. */
const ENTERED = 1;
/** When the last packet so far had left. */
const LEFT = 2;
/** Time its packets stood in the queue, added up. */
const WAITED = 3;

/** Per place of a message in packets: what the table `hops` tells of it. */
export class HopTimes {
  private times = new Float64Array(1024 * TIMES);

  /** A message is laid out on places `first` to `end`. */
  layOut(first: number, end: number): void {
    while (this.times.length < end * TIMES) this.times = grownFloat(this.times);
    for (let at = first * TIMES; at < end * TIMES; at += TIMES) {
      this.times[at + READY] = -1;
      this.times[at + WAITED] = 0;
    }
  }

  becomeReady(place: number, time: Picoseconds): void {
    const at = place * TIMES + READY;
    if (this.times[at] < 0) this.times[at] = time;
  }

  /** Waiting is the sum of leaving less the sum of joining the queue, both since the first packet came. */
  joinQueue(place: number, packets: number, time: Picoseconds): void {
    const { times } = this;
    const at = place * TIMES;
    times[at + WAITED] -= packets * (time - times[at + READY]);
  }

  /** The first of these packets leaves at `time`, each other `gap` after the one before. */
  leaveQueue(place: number, packets: number, time: Picoseconds, gap: Picoseconds): void {
    const { times } = this;
    const at = place * TIMES;
    times[at + WAITED] += packets * (time - times[at + READY]) + (gap * packets * (packets - 1)) / 2;
  }

  /** Packets left from a time to another, the first of the message among them or not. */
  transmit(place: number, isFirst: boolean, start: Picoseconds, end: Picoseconds): void {
    const at = place * TIMES;
    if (isFirst) this.times[at + ENTERED] = start;
    this.times[at + LEFT] = end;
  }

  /** The times of places from `first` on, into rows from `row` on; the head needs `latency` for a link. */
  write(first: number, hops: number, latency: Picoseconds, columns: HopColumns, row: number): void {
    const { times } = this;
    const { arrived, ready, entered, left, waited } = columns;
    let reached = times[first * TIMES + READY];
    for (let hop = 0; hop < hops; hop++) {
      const at = (first + hop) * TIMES;
      arrived[row + hop] = toNanoseconds(reached);
      ready[row + hop] = toNanoseconds(times[at + READY]);
      entered[row + hop] = toNanoseconds(times[at + ENTERED]);
      left[row + hop] = toNanoseconds(times[at + LEFT]);
      waited[row + hop] = toNanoseconds(times[at + WAITED]);
      reached = times[at + ENTERED] + latency;
    }
  }
}
