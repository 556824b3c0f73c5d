import { type Picoseconds, toNanoseconds } from './fabric.ts';
import type { HopBlock } from './hop-block.ts';
import type { MessagePool } from './message-pool.ts';

/** Times of a place lie side by side, in one line of the processor's cache. */
const TIMES = 4;
/** When the first packet was ready to leave. */
const READY = 0;
/** When the first packet began to leave. */
const ENTERED = 1;
/** When the last packet so far had left. */
const LEFT = 2;
/** Time its packets stood in the queue, added up. */
const WAITED = 3;

/** Per place of a message in packets: what the table `hops` tells of it. */
export class HopTimes {
  private times = new Float64Array(0);

  makeRoom(places: number): void {
    if (this.times.length >= places * TIMES) return;
    const larger = new Float64Array(places * TIMES);
    larger.set(this.times);
    this.times = larger;
  }

  /** The first packet has come to a place. */
  begin(place: number, time: Picoseconds): void {
    const { times } = this;
    const at = place * TIMES;
    times[at + READY] = time;
    times[at + WAITED] = 0;
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

  /** The hops of a message, into rows from `row` on; the head needs `latency` for a link. */
  write(pool: MessagePool, slot: number, latency: Picoseconds, block: HopBlock, row: number): void {
    const { times } = this;
    const first = pool.first[slot];
    const hops = pool.hops[slot];
    const id = pool.id[slot];
    let arrived = toNanoseconds(times[first * TIMES + READY]);
    for (let hop = 0; hop < hops; hop++) {
      const at = (first + hop) * TIMES;
      const ready = toNanoseconds(times[at + READY]);
      const entered = toNanoseconds(times[at + ENTERED]);
      const left = toNanoseconds(times[at + LEFT]);
      const waited = toNanoseconds(times[at + WAITED]);
      block.set(row + hop, id, hop, pool.link[first + hop], arrived, ready, entered, left, waited);
      arrived = toNanoseconds(times[at + ENTERED] + latency);
    }
  }
}
