import { type Picoseconds, toNanoseconds } from './fabric.ts';
import type { HopColumns } from './hop-rows.ts';
import { grownFloat } from './message-pool.ts';

/** Per place of a message in packets: what the table `hops` tells of it. */
export class HopTimes {
  /** When the first packet was ready to leave; -1 = not yet. */
  ready = new Float64Array(1024);
  /** When the first packet began to leave, and when the last one so far had left. */
  entered = new Float64Array(1024);
  left = new Float64Array(1024);
  /** Time its packets stood in the queue, added up. */
  waited = new Float64Array(1024);

  /** A message is laid out on places `first` to `end`. */
  layOut(first: number, end: number): void {
    while (this.ready.length < end) {
      this.ready = grownFloat(this.ready);
      this.entered = grownFloat(this.entered);
      this.left = grownFloat(this.left);
      this.waited = grownFloat(this.waited);
    }
    for (let place = first; place < end; place++) {
      this.ready[place] = -1;
      this.waited[place] = 0;
    }
  }

  becomeReady(place: number, time: Picoseconds): void {
    if (this.ready[place] < 0) this.ready[place] = time;
  }

  /** Waiting is the sum of leaving less the sum of joining the queue, both since the first packet came. */
  joinQueue(place: number, packets: number, time: Picoseconds): void {
    this.waited[place] -= packets * (time - this.ready[place]);
  }

  /** The first of these packets leaves at `time`, each other `gap` after the one before. */
  leaveQueue(place: number, packets: number, time: Picoseconds, gap: Picoseconds): void {
    this.waited[place] += packets * (time - this.ready[place]) + (gap * packets * (packets - 1)) / 2;
  }

  /** Packets left from a time to another, the first of the message among them or not. */
  transmit(place: number, isFirst: boolean, start: Picoseconds, end: Picoseconds): void {
    if (isFirst) this.entered[place] = start;
    this.left[place] = end;
  }

  /** The times of places from `first` on, into rows from `at` on; the head needs `latency` for a link. */
  write(first: number, hops: number, latency: Picoseconds, columns: HopColumns, at: number): void {
    let reached = this.ready[first];
    for (let hop = 0; hop < hops; hop++) {
      columns.arrived[at + hop] = toNanoseconds(reached);
      columns.ready[at + hop] = toNanoseconds(this.ready[first + hop]);
      columns.entered[at + hop] = toNanoseconds(this.entered[first + hop]);
      columns.left[at + hop] = toNanoseconds(this.left[first + hop]);
      columns.waited[at + hop] = toNanoseconds(this.waited[first + hop]);
      reached = this.entered[first + hop] + latency;
    }
  }
}
