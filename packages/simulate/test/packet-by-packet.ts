import type { LinkParts } from '../src/engine/event-model.ts';
import type { EventQueue } from '../src/engine/event-queue.ts';
import type { Fabric, Picoseconds } from '../src/engine/fabric.ts';
import type { LinkModel } from '../src/engine/link-model.ts';
import { grown, type MessagePool } from '../src/engine/message-pool.ts';
import type { Recorder } from '../src/engine/recorder.ts';

/** The plain way: every packet moves by itself, one event a packet and link. What trains have to equal. */
export class PacketByPacket implements LinkModel {
  private readonly free: Float64Array;
  private readonly waking: Uint8Array;
  /** Last entry of each link's ring of places, -1 = nothing waits. */
  private readonly ringEnd: Int32Array;
  /** Message whose packet is under way and that has more waiting, -1 = none. */
  private readonly served: Int32Array;
  private readonly queued: Int32Array;
  private readonly queuedSince: Float64Array;
  /** Per place: next in the ring, packets waiting, packets sent. */
  private next = new Int32Array(1024);
  private waiting = new Int32Array(1024);
  private sent = new Int32Array(1024);
  private readonly fabric: Fabric;
  private readonly pool: MessagePool;
  private readonly queue: EventQueue;
  private readonly recorder: Recorder;
  private readonly packet: number;
  private readonly storeAndForward: boolean;

  constructor({ fabric, pool, queue, recorder }: LinkParts, packet: number, storeAndForward: boolean) {
    const { linkCount } = fabric.network;
    this.fabric = fabric;
    this.pool = pool;
    this.queue = queue;
    this.recorder = recorder;
    this.packet = packet;
    this.storeAndForward = storeAndForward;
    this.free = new Float64Array(linkCount);
    this.waking = new Uint8Array(linkCount);
    this.ringEnd = new Int32Array(linkCount).fill(-1);
    this.served = new Int32Array(linkCount).fill(-1);
    this.queued = new Int32Array(linkCount);
    this.queuedSince = new Float64Array(linkCount);
  }

  inject(slot: number, time: Picoseconds): void {
    const { pool } = this;
    while (this.next.length < pool.placeCapacity) {
      this.next = grown(this.next);
      this.waiting = grown(this.waiting);
      this.sent = grown(this.sent);
    }
    const first = pool.first[slot];
    for (let place = first; place < first + pool.hops[slot]; place++) {
      this.waiting[place] = 0;
      this.sent[place] = 0;
    }
    const link = pool.link[first];
    this.enqueue(link, first, Math.ceil(pool.bytes[slot] / this.packet), time);
    if (this.waking[link] === 0) {
      if (this.free[link] <= time) this.serve(link, time);
      else this.wakeLater(link);
    }
  }

  arrive(place: number, time: Picoseconds): number {
    const { pool } = this;
    const slot = pool.slot[place];
    if (place === pool.first[slot] + pool.hops[slot]) return slot;
    const link = pool.link[place];
    if (this.waking[link] === 0 && this.free[link] <= time) {
      this.send(link, place, time);
      return -1;
    }
    this.enqueue(link, place, 1, time);
    if (this.waking[link] === 0) this.wakeLater(link);
    return -1;
  }

  wake(link: number, time: Picoseconds): void {
    this.waking[link] = 0;
    const served = this.served[link];
    if (served >= 0) {
      this.append(link, served);
      this.served[link] = -1;
    }
    this.serve(link, time);
  }

  bookUntil(): void {}

  private enqueue(link: number, place: number, packets: number, time: Picoseconds): void {
    const { counters } = this.recorder;
    if (counters) {
      counters.noteQueue(link, time, (this.queued[link] + packets) * this.packet);
      this.bookQueue(link, time);
    }
    this.queued[link] += packets;
    if (this.waiting[place] === 0) this.append(link, place);
    this.waiting[place] += packets;
  }

  private append(link: number, place: number): void {
    const end = this.ringEnd[link];
    if (end < 0) this.next[place] = place;
    else {
      this.next[place] = this.next[end];
      this.next[end] = place;
    }
    this.ringEnd[link] = place;
  }

  /** The first message of the ring sends a packet; if it has more, it joins the ring again behind those that came meanwhile. */
  private serve(link: number, time: Picoseconds): void {
    const end = this.ringEnd[link];
    const place = this.next[end];
    if (this.recorder.counters) this.bookQueue(link, time);
    this.queued[link]--;
    if (place === end) this.ringEnd[link] = -1;
    else this.next[end] = this.next[place];
    if (--this.waiting[place] > 0) this.served[link] = place;
    this.send(link, place, time);
    if (this.ringEnd[link] >= 0 || this.served[link] >= 0) this.wakeLater(link);
  }

  private wakeLater(link: number): void {
    this.waking[link] = 1;
    this.queue.push(this.free[link], -1 - link, -1 - link);
  }

  private send(link: number, place: number, time: Picoseconds): void {
    const { pool, fabric, packet } = this;
    const slot = pool.slot[place];
    const number = this.sent[place]++;
    const rest = pool.bytes[slot] - number * packet;
    const bytes = Math.min(rest, packet);
    const occupied = Math.round(bytes * fabric.psPerByte[link]);
    const end = time + occupied;
    this.free[link] = end;
    this.recorder.transmitted(link, pool.job[slot], time, end, bytes, 1, 0);
    if (place + 1 === pool.first[slot] + pool.hops[slot]) {
      if (rest <= packet) this.queue.push(end + fabric.latency, pool.id[slot], place + 1);
      return;
    }
    let delay = fabric.latency + fabric.switchDelay;
    if (this.storeAndForward) delay += occupied;
    else {
      const ahead = occupied - Math.round(bytes * fabric.psPerByte[pool.link[place + 1]]);
      if (ahead > 0) delay += ahead;
    }
    this.queue.push(time + delay, pool.id[slot], place + 1);
  }

  private bookQueue(link: number, time: Picoseconds): void {
    const length = this.queued[link];
    if (length > 0) this.recorder.counters?.bookWaiting(link, this.queuedSince[link], time, length);
    this.queuedSince[link] = time;
  }
}
