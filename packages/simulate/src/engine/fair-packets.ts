import type { EventQueue } from './event-queue.ts';
import { commonPace, type Fabric, type Picoseconds } from './fabric.ts';
import { FairTurns } from './fair-turns.ts';
import type { HopBlock } from './hop-block.ts';
import { HopTimes } from './hop-times.ts';
import type { LinkModel } from './link-model.ts';
import { grown, type MessagePool } from './message-pool.ts';
import type { Recorder } from './recorder.ts';
import { TrainPool } from './train-pool.ts';
import type { UpPorts } from './up-ports.ts';

/** After a train was cut, packets that go by themselves before the next. */
const PACKETS_APART = 32;

/**
 * Messages in packets; links share fairly between messages (FairTurns). A message waiting at a link is one entry with a
 * number of packets, so that packets need no memory of their own.
 *
 * Packets that follow each other over a link nobody else wants go as one train, with one event a link. When another
 * message reaches the link, the train is cut: what has left by then has left, and the rest goes on packet by packet. The
 * result is that of moving every packet by itself.
 */
export class FairPackets implements LinkModel {
  private readonly free: Float64Array;
  private readonly waking: Uint8Array;
  private readonly turns: FairTurns;
  /** Message whose packet is under way and that has more waiting, -1 = none. */
  private readonly served: Int32Array;
  /** The train that has the link for itself, -1 = none. */
  private readonly train: Int32Array;
  /** Until when no train may have the link, since messages lately got in each other's way there. */
  private readonly busyUntil: Float64Array;
  private readonly queued: Int32Array;
  private readonly queuedSince: Float64Array;
  /** Per place: packets waiting, packets sent. */
  private waiting = new Int32Array(1024);
  private sent = new Int32Array(1024);
  private readonly trains = new TrainPool();
  /** Null where hops are not recorded. */
  private readonly hopTimes: HopTimes | null;
  private readonly fabric: Fabric;
  private readonly pool: MessagePool;
  private readonly queue: EventQueue;
  private readonly recorder: Recorder;
  private readonly packet: number;
  private readonly storeAndForward: boolean;
  private readonly upPorts: UpPorts | null;
  /** All packets but perhaps the last take equally long from place to place: false = none go as trains. */
  private readonly trainsRun: boolean;
  /** The same, a shorter last packet included. */
  private readonly alike: boolean;

  constructor(
    fabric: Fabric,
    pool: MessagePool,
    queue: EventQueue,
    recorder: Recorder,
    packet: number,
    storeAndForward: boolean,
    upPorts: UpPorts | null,
  ) {
    const { network } = fabric;
    this.fabric = fabric;
    this.pool = pool;
    this.queue = queue;
    this.recorder = recorder;
    this.packet = packet;
    this.storeAndForward = storeAndForward;
    this.upPorts = upPorts;
    this.hopTimes = recorder.hops ? new HopTimes() : null;
    this.trainsRun = upPorts === null && fabric.latency + fabric.switchDelay > 0;
    this.alike = !storeAndForward && commonPace(fabric) > 0;
    this.free = new Float64Array(network.linkCount);
    this.waking = new Uint8Array(network.linkCount);
    this.turns = new FairTurns(fabric);
    this.served = new Int32Array(network.linkCount).fill(-1);
    this.train = new Int32Array(network.linkCount).fill(-1);
    this.busyUntil = new Float64Array(network.linkCount);
    this.queued = new Int32Array(network.linkCount);
    this.queuedSince = new Float64Array(network.linkCount);
  }

  inject(slot: number, time: Picoseconds, key: number): void {
    const { pool } = this;
    while (this.waiting.length < pool.placeCapacity) {
      this.waiting = grown(this.waiting);
      this.sent = grown(this.sent);
    }
    this.hopTimes?.makeRoom(pool.placeCapacity);
    const first = pool.first[slot];
    const end = first + pool.hops[slot];
    this.turns.layOut(first, end);
    for (let place = first; place < end; place++) {
      this.waiting[place] = 0;
      this.sent[place] = 0;
    }
    const link = pool.link[first];
    if (this.train[link] >= 0) this.cut(link, time, key);
    this.join(link, first, time);
    this.enqueue(link, first, Math.ceil(pool.bytes[slot] / this.packet), time);
    if (this.waking[link] === 0) {
      if (this.free[link] <= time) this.serve(link, time);
      else this.wakeLater(link);
    }
  }

  /** Events are twice the place a packet reaches, or twice a train and one. */
  arrive(event: number, time: Picoseconds): number {
    return (event & 1) === 0 ? this.arriveAlone(event >> 1, time) : this.arriveTrain(event >> 1, time);
  }

  private arriveAlone(place: number, time: Picoseconds): number {
    const { pool } = this;
    const slot = pool.slot[place];
    if (place === pool.first[slot] + pool.hops[slot]) return this.complete(slot, time);
    const isFirst = this.sent[place] === 0 && this.waiting[place] === 0;
    if (isFirst) {
      this.upPorts?.choose(slot, place, (link) => this.queued[link] * 2 + (this.free[link] > time ? 1 : 0));
    }
    const link = pool.link[place];
    if (isFirst) this.join(link, place, time);
    if (this.train[link] >= 0) this.cut(link, time, pool.id[slot]);
    if (this.waking[link] === 0 && this.free[link] <= time) this.send(link, place, time);
    else this.queueUp(link, place, time);
    return -1;
  }

  private arriveTrain(train: number, time: Picoseconds): number {
    const { pool, trains } = this;
    if (trains.first[train] >= trains.end[train]) {
      trains.release(train);
      return -1;
    }
    const place = trains.place[train];
    const slot = pool.slot[place];
    if (place === pool.first[slot] + pool.hops[slot]) {
      trains.release(train);
      return this.complete(slot, time);
    }
    const link = pool.link[place];
    if (trains.first[train] === 0) this.join(link, place, time);
    if (this.train[link] >= 0) this.cut(link, time, pool.id[slot]);
    if (this.waking[link] !== 0 || this.free[link] > time) this.queueUp(link, place, time);
    else if (this.mayOccupy(train, link, time)) {
      this.occupy(train, link);
      return -1;
    } else this.send(link, place, time);
    this.stepOn(train, slot);
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

  bookUntil(time: Picoseconds): void {
    for (let link = 0; link < this.train.length; link++) {
      if (this.train[link] >= 0) this.bookTrain(link, time, -1);
    }
  }

  writeHops(slot: number, block: HopBlock, at: number): void {
    this.hopTimes?.write(this.pool, slot, this.fabric.latency, block, at);
  }

  /** The first packet of a message has come to a link. */
  private join(link: number, place: number, time: Picoseconds): void {
    const isNew = this.turns.join(link, place, time, this.pool.bytes[this.pool.slot[place]]);
    if (isNew) this.hopTimes?.begin(place, time);
  }

  /** All packets have arrived: books what went as trains. */
  private complete(slot: number, time: Picoseconds): number {
    const { pool, trains } = this;
    const first = pool.first[slot];
    for (let place = first; place < first + pool.hops[slot]; place++) {
      const link = pool.link[place];
      const last = this.train[link];
      if (last >= 0 && trains.place[last] === place) this.cut(link, time, Number.POSITIVE_INFINITY);
    }
    return slot;
  }

  /** The first packet of a train has been dealt with; the others arrive later. */
  private stepOn(train: number, slot: number): void {
    const { trains } = this;
    if (++trains.first[train] >= trains.end[train]) trains.release(train);
    else {
      trains.time[train] += trains.gap[train];
      this.queue.push(trains.time[train], this.pool.id[slot], 2 * train + 1);
    }
  }

  /** Whether a train of packets may occupy a link: the link is idle and keeps up with the train. */
  private mayOccupy(train: number, link: number, time: Picoseconds): boolean {
    const { trains } = this;
    const several = trains.end[train] - trains.first[train] > 1;
    return several && time >= this.busyUntil[link] && trains.gap[train] >= this.fullTime(link);
  }

  /** The link is the train's until another message comes. */
  private occupy(train: number, link: number): void {
    const { trains, pool, fabric } = this;
    this.train[link] = train;
    const place = trains.place[train];
    const slot = pool.slot[place];
    const first = trains.first[train];
    const end = trains.end[train];
    const time = trains.time[train];
    const gap = trains.gap[train];
    if (place + 1 < pool.first[slot] + pool.hops[slot]) {
      const arrival = time + this.delay(link, place, Math.min(this.packet, pool.bytes[slot]));
      const child = this.launch(place + 1, first, end, arrival, gap, slot);
      trains.child[train] = child;
    } else if (end * this.packet >= pool.bytes[slot]) {
      const bytes = pool.bytes[slot] - (end - 1) * this.packet;
      const left = time + (end - 1 - first) * gap + Math.round(bytes * fabric.psPerByte[link]);
      const child = this.launch(place + 1, end - 1, end, left + fabric.latency, 0, slot);
      trains.child[train] = child;
    }
  }

  private launch(
    place: number,
    first: number,
    end: number,
    time: Picoseconds,
    gap: number,
    slot: number,
  ): number {
    const train = this.trains.take(place, first, end, time, gap);
    this.queue.push(time, this.pool.id[slot], 2 * train + 1);
    return train;
  }

  /** Ends a train's hold of a link at a time: what is still to come arrives, or waits, as if it never had it. */
  private cut(link: number, time: Picoseconds, key: number): void {
    const { trains, pool } = this;
    const train = this.train[link];
    this.bookTrain(link, time, key);
    this.train[link] = -1;
    const place = trains.place[train];
    const first = trains.first[train];
    const left = trains.end[train] - first;
    if (left === 0) {
      trains.release(train);
      return;
    }
    this.busyUntil[link] = time + PACKETS_APART * trains.gap[train];
    trains.truncate(trains.child[train], first);
    trains.child[train] = -1;
    if (trains.source[train] === 0) {
      this.queue.push(trains.time[train], pool.id[pool.slot[place]], 2 * train + 1);
      return;
    }
    trains.release(train);
    this.waiting[place] = left;
    this.served[link] = place;
    this.wakeLater(link);
  }

  /** Books the packets of the train on a link that have left before (time, key), and takes them off the train. */
  private bookTrain(link: number, time: Picoseconds, key: number): void {
    const { trains, pool } = this;
    const train = this.train[link];
    const place = trains.place[train];
    const source = trains.source[train] === 1;
    const inclusive = source || pool.id[pool.slot[place]] < key;
    const left = trains.departedBefore(train, time, inclusive);
    if (left > 0) {
      if (source) this.unqueueTrain(link, train, left);
      this.bookDepartures(link, train, left);
      trains.first[train] += left;
      trains.time[train] += left * trains.gap[train];
    }
    this.sent[place] = trains.first[train];
  }

  /** The next packets of a train leave on a link; booked at once where no interval ends meanwhile. */
  private bookDepartures(link: number, train: number, packets: number): void {
    const { trains, pool, recorder, packet } = this;
    const slot = pool.slot[trains.place[train]];
    const job = pool.job[slot];
    const gap = trains.gap[train];
    const perByte = this.fabric.psPerByte[link];
    const rest = pool.bytes[slot] - trains.first[train] * packet;
    const start = trains.time[train];
    const last = Math.min(packet, rest - (packets - 1) * packet);
    const end = start + (packets - 1) * gap + Math.round(last * perByte);
    this.free[link] = end;
    this.hopTimes?.transmit(trains.place[train], trains.first[train] === 0, start, end);
    if (recorder.covers(start, end)) {
      recorder.transmitted(link, job, start, end, Math.min(packets * packet, rest), packets, 0);
      return;
    }
    for (let number = 0; number < packets; number++) {
      const bytes = Math.min(packet, rest - number * packet);
      const at = start + number * gap;
      recorder.transmitted(link, job, at, at + Math.round(bytes * perByte), bytes, 1, 0);
    }
  }

  private unqueueTrain(link: number, train: number, packets: number): void {
    const { waits } = this.recorder;
    const start = this.trains.time[train];
    const gap = this.trains.gap[train];
    this.hopTimes?.leaveQueue(this.trains.place[train], packets, start, gap);
    if (!waits) this.queued[link] -= packets;
    else for (let n = 0; n < packets; n++) this.unqueue(link, start + n * gap);
  }

  private enqueue(link: number, place: number, packets: number, time: Picoseconds): void {
    const { waits } = this.recorder;
    if (waits) {
      waits.noteQueue(link, time, (this.queued[link] + packets) * this.packet);
      this.bookQueue(link, time);
    }
    this.queued[link] += packets;
    this.hopTimes?.joinQueue(place, packets, time);
    if (this.waiting[place] === 0) this.takeTurn(link, place);
    this.waiting[place] += packets;
  }

  private queueUp(link: number, place: number, time: Picoseconds): void {
    this.enqueue(link, place, 1, time);
    if (this.waking[link] === 0) this.wakeLater(link);
  }

  private unqueue(link: number, time: Picoseconds): void {
    if (this.recorder.waits) this.bookQueue(link, time);
    this.queued[link]--;
  }

  private takeTurn(link: number, place: number): void {
    const bytes = this.pool.bytes[this.pool.slot[place]];
    const upTo = (this.sent[place] + 1) * this.packet;
    this.turns.enter(link, place, upTo < bytes ? upTo : bytes);
  }

  /** The message whose turn it is sends a packet; if it has more, it waits for another turn once that has left. */
  private serve(link: number, time: Picoseconds): void {
    const { turns } = this;
    const place = turns.first(link);
    const several = this.waiting[place] > 1;
    if (several && turns.alone(link) && time >= this.busyUntil[link] && this.goesAsTrain(place)) {
      turns.leave(link);
      this.depart(link, place, time);
      return;
    }
    this.unqueue(link, time);
    this.hopTimes?.leaveQueue(place, 1, time, 0);
    turns.leave(link);
    if (--this.waiting[place] > 0) this.served[link] = place;
    this.send(link, place, time);
    if (turns.any(link) || this.served[link] >= 0) this.wakeLater(link);
  }

  /** All packets waiting for a link are of one message: they leave as a train. */
  private depart(link: number, place: number, time: Picoseconds): void {
    const { trains } = this;
    const first = this.sent[place];
    const train = trains.take(place, first, first + this.waiting[place], time, this.fullTime(link));
    trains.source[train] = 1;
    this.waiting[place] = 0;
    this.occupy(train, link);
    this.bookTrain(link, time, -1);
  }

  private goesAsTrain(place: number): boolean {
    const { pool } = this;
    const slot = pool.slot[place];
    return (
      this.trainsRun &&
      this.fullTime(pool.link[place]) > 0 &&
      (this.alike || pool.bytes[slot] % this.packet === 0)
    );
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
    const bytes = rest < packet ? rest : packet;
    const end = time + Math.round(bytes * fabric.psPerByte[link]);
    this.free[link] = end;
    this.recorder.transmitted(link, pool.job[slot], time, end, bytes, 1, 0);
    this.hopTimes?.transmit(place, number === 0, time, end);
    if (place + 1 < pool.first[slot] + pool.hops[slot]) {
      this.queue.push(time + this.delay(link, place, bytes), pool.id[slot], 2 * place + 2);
    } else if (rest <= packet) this.queue.push(end + fabric.latency, pool.id[slot], 2 * place + 2);
  }

  /** From the first byte of a packet leaving on a link to the time the next may send it on. */
  private delay(link: number, place: number, bytes: number): Picoseconds {
    const { fabric, pool } = this;
    const wires = fabric.latency + fabric.switchDelay;
    if (this.alike) return wires;
    const occupied = Math.round(bytes * fabric.psPerByte[link]);
    if (this.storeAndForward) return wires + occupied;
    const ahead = occupied - Math.round(bytes * fabric.psPerByte[pool.link[place + 1]]);
    return ahead > 0 ? wires + ahead : wires;
  }

  private fullTime(link: number): Picoseconds {
    return Math.round(this.packet * this.fabric.psPerByte[link]);
  }

  private bookQueue(link: number, time: Picoseconds): void {
    const length = this.queued[link];
    if (length > 0) this.recorder.waits?.bookWaiting(link, this.queuedSince[link], time, length);
    this.queuedSince[link] = time;
  }
}
