import type { EventQueue } from './event-queue.ts';
import { commonPace, type Fabric, type Picoseconds, toNanoseconds } from './fabric.ts';
import type { HopBlock } from './hop-block.ts';
import type { LinkModel } from './link-model.ts';
import { grownFloat, type MessagePool } from './message-pool.ts';
import type { Recorder } from './recorder.ts';
import type { UpPorts } from './up-ports.ts';

/**
 * Whole messages, first come, first served: a message that reaches a link reserves it at once for the time after those
 * before it, so that a link needs no queue and a hop one event.
 */
export class WholeMessages implements LinkModel {
  private readonly free: Float64Array;
  /** Per place: when the message began to leave on that link, and how long it had waited. */
  private begun = new Float64Array(1024);
  private waited = new Float64Array(1024);
  private readonly fabric: Fabric;
  private readonly pool: MessagePool;
  private readonly queue: EventQueue;
  private readonly recorder: Recorder;
  private readonly storeAndForward: boolean;
  private readonly upPorts: UpPorts | null;
  /** All links are equally fast. */
  private readonly alike: boolean;

  constructor(
    fabric: Fabric,
    pool: MessagePool,
    queue: EventQueue,
    recorder: Recorder,
    storeAndForward: boolean,
    upPorts: UpPorts | null,
  ) {
    this.fabric = fabric;
    this.pool = pool;
    this.queue = queue;
    this.recorder = recorder;
    this.storeAndForward = storeAndForward;
    this.upPorts = upPorts;
    this.alike = commonPace(fabric) > 0;
    this.free = new Float64Array(fabric.network.linkCount);
  }

  inject(slot: number, time: Picoseconds): void {
    while (this.begun.length < this.pool.placeCapacity) {
      this.begun = grownFloat(this.begun);
      this.waited = grownFloat(this.waited);
    }
    this.reserve(slot, this.pool.first[slot], time);
  }

  arrive(place: number, time: Picoseconds): number {
    const { pool } = this;
    const slot = pool.slot[place];
    this.book(place - 1, slot);
    if (place === pool.first[slot] + pool.hops[slot]) return slot;
    this.upPorts?.choose(slot, place, (link) => this.free[link] - time);
    this.reserve(slot, place, time);
    return -1;
  }

  /** A link never wakes: it has no queue. */
  wake(): void {}

  /** Messages are booked when they arrive; the engine allows for that. */
  bookUntil(): void {}

  writeHops(slot: number, block: HopBlock, at: number): void {
    const { pool, begun, waited } = this;
    const { psPerByte, latency } = this.fabric;
    const first = pool.first[slot];
    const hops = pool.hops[slot];
    const id = pool.id[slot];
    const bytes = pool.bytes[slot];
    let pace = 0;
    let occupied = 0;
    let reached = toNanoseconds(pool.start[slot]);
    for (let n = 0; n < hops; n++) {
      const crossed = pool.link[first + n];
      const start = begun[first + n];
      const wait = waited[first + n];
      if (psPerByte[crossed] !== pace) {
        pace = psPerByte[crossed];
        occupied = Math.round(bytes * pace);
      }
      const entered = toNanoseconds(start);
      const ready = wait === 0 ? entered : toNanoseconds(start - wait);
      const left = toNanoseconds(start + occupied);
      block.set(at + n, id, n, crossed, reached, ready, entered, left, entered - ready);
      reached = toNanoseconds(start + latency);
    }
  }

  private reserve(slot: number, place: number, time: Picoseconds): void {
    const { pool, fabric, free } = this;
    const { psPerByte } = fabric;
    const link = pool.link[place];
    const bytes = pool.bytes[slot];
    const ready = free[link];
    const start = ready > time ? ready : time;
    const occupied = Math.round(bytes * psPerByte[link]);
    free[link] = start + occupied;
    this.begun[place] = start;
    this.waited[place] = start - time;
    if (start > time && this.recorder.waits) {
      this.recorder.waits.noteQueue(link, time, Math.round((start - time) / psPerByte[link]));
    }
    const last = place + 1 === pool.first[slot] + pool.hops[slot];
    let delay = occupied;
    if (!last) {
      delay = fabric.switchDelay;
      if (this.storeAndForward) delay += occupied;
      else if (!this.alike) {
        const ahead = occupied - Math.round(bytes * psPerByte[pool.link[place + 1]]);
        if (ahead > 0) delay += ahead;
      }
    }
    this.queue.push(start + delay + fabric.latency, pool.id[slot], place + 1);
  }

  private book(place: number, slot: number): void {
    const { pool } = this;
    const link = pool.link[place];
    const start = this.begun[place];
    const bytes = pool.bytes[slot];
    const end = start + Math.round(bytes * this.fabric.psPerByte[link]);
    this.recorder.transmitted(link, pool.job[slot], start, end, bytes, 1, this.waited[place]);
  }
}
