import type { LinkParts } from '../src/engine/event-model.ts';
import type { EventQueue } from '../src/engine/event-queue.ts';
import type { Fabric, Picoseconds } from '../src/engine/fabric.ts';
import { FairTurns } from '../src/engine/fair-turns.ts';
import type { HopBlock } from '../src/engine/hop-block.ts';
import type { LinkModel } from '../src/engine/link-model.ts';
import { grown, type MessagePool } from '../src/engine/message-pool.ts';
import type { Recorder } from '../src/engine/recorder.ts';

/** When each packet of a message came to a link and began to leave on it. */
interface PacketLog {
  readonly came: number[];
  readonly went: number[];
  left: number;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** The plain way: every packet moves by itself, one event a packet and link. What trains have to equal. */
export class PacketByPacket implements LinkModel {
  private readonly free: Float64Array;
  private readonly waking: Uint8Array;
  private readonly turns: FairTurns;
  /** Message whose packet is under way and that has more waiting, -1 = none. */
  private readonly served: Int32Array;
  private readonly queued: Int32Array;
  private readonly queuedSince: Float64Array;
  /** Per place: packets waiting, packets sent. */
  private readonly logs = new Map<number, PacketLog>();
  /** Per message, in picoseconds: when each of its packets began to leave on its last link. */
  readonly lastDepartures = new Map<number, readonly number[]>();
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
    this.turns = new FairTurns(fabric);
    this.served = new Int32Array(linkCount).fill(-1);
    this.queued = new Int32Array(linkCount);
    this.queuedSince = new Float64Array(linkCount);
  }

  inject(slot: number, time: Picoseconds): void {
    const { pool } = this;
    while (this.waiting.length < pool.placeCapacity) {
      this.waiting = grown(this.waiting);
      this.sent = grown(this.sent);
    }
    const first = pool.first[slot];
    const end = first + pool.hops[slot];
    this.turns.layOut(first, end);
    this.waiting.fill(0, first, end);
    this.sent.fill(0, first, end);
    for (let place = first; place < end; place++) this.logs.delete(place);
    const link = pool.link[first];
    this.turns.join(link, first, time, pool.bytes[slot]);
    const packets = Math.ceil(pool.bytes[slot] / this.packet);
    this.log(first).came.push(...new Array<number>(packets).fill(time));
    this.enqueue(link, first, packets, time);
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
    this.turns.join(link, place, time, pool.bytes[slot]);
    this.log(place).came.push(time);
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
      this.takeTurn(link, served);
      this.served[link] = -1;
    }
    this.serve(link, time);
  }

  bookUntil(): void {}

  writeHops(slot: number, block: HopBlock, at: number): void {
    const { pool } = this;
    let reached = pool.start[slot];
    for (let hop = 0; hop < pool.hops[slot]; hop++) {
      const { came, went, left } = this.log(pool.first[slot] + hop);
      const link = pool.link[pool.first[slot] + hop];
      const [arrived, ready, entered, ended, waited] = [
        reached,
        Math.min(...came),
        Math.min(...went),
        left,
        sum(went) - sum(came),
      ].map((time) => Math.round(time / 1000));
      block.set(at + hop, pool.id[slot], hop, link, arrived, ready, entered, ended, waited);
      reached = Math.min(...went) + this.fabric.latency;
      this.lastDepartures.set(pool.id[slot], went);
    }
  }

  private log(place: number): PacketLog {
    const known = this.logs.get(place);
    if (known) return known;
    const fresh = { came: [], went: [], left: 0 };
    this.logs.set(place, fresh);
    return fresh;
  }

  private enqueue(link: number, place: number, packets: number, time: Picoseconds): void {
    const { counters } = this.recorder;
    if (counters) {
      counters.noteQueue(link, time, (this.queued[link] + packets) * this.packet);
      this.bookQueue(link, time);
    }
    this.queued[link] += packets;
    if (this.waiting[place] === 0) this.takeTurn(link, place);
    this.waiting[place] += packets;
  }

  private takeTurn(link: number, place: number): void {
    const bytes = this.pool.bytes[this.pool.slot[place]];
    this.turns.enter(link, place, Math.min(bytes, (this.sent[place] + 1) * this.packet));
  }

  private serve(link: number, time: Picoseconds): void {
    const place = this.turns.first(link);
    if (this.recorder.counters) this.bookQueue(link, time);
    this.queued[link]--;
    this.turns.leave(link);
    if (--this.waiting[place] > 0) this.served[link] = place;
    this.send(link, place, time);
    if (this.turns.any(link) || this.served[link] >= 0) this.wakeLater(link);
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
    const log = this.log(place);
    log.went.push(time);
    log.left = end;
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
