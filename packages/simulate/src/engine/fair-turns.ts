import type { Fabric, Picoseconds } from './fabric.ts';
import { grown, grownFloat } from './message-pool.ts';

/** Bytes by which readings of a clock may differ and still count as equal: they are rounded, ties are not to be. */
const TIE = 1e-6;

/**
 * Whose packet a link sends next: that which fluid fair sharing would have finished first (weighted fair queueing). Each
 * link has a clock that tells how many bytes a message present from the beginning would have got under fluid sharing; a
 * message joins at the reading of the clock, and a packet is due at that reading plus the bytes up to its end. No message
 * that is there whole ends later than its fluid time by more than a packet.
 */
export class FairTurns {
  private readonly psPerByte: Float64Array;
  /** Per link: reading of the clock and when it was read; messages that share in fluid time, by their end: first, last. */
  private readonly clock: Float64Array;
  private readonly read: Float64Array;
  private readonly sharing: Int32Array;
  private readonly firstShare: Int32Array;
  private readonly lastShare: Int32Array;
  /** Per share: the reading at which it ends, and the next to end; free ones are linked, too. */
  private ends = new Float64Array(64);
  private nextShare = new Int32Array(64);
  private shares = 0;
  private freeShare = -1;
  /** Last entry of each link's ring of places with packets waiting, by what is due first; -1 = nothing waits. */
  private readonly ringEnd: Int32Array;
  /** Per place: reading at which the message joined, -1 = not yet; when its next packet is due; next in the ring. */
  private joined = new Float64Array(1024);
  private due = new Float64Array(1024);
  private next = new Int32Array(1024);

  constructor({ network, psPerByte }: Fabric) {
    const { linkCount } = network;
    this.psPerByte = psPerByte;
    this.clock = new Float64Array(linkCount);
    this.read = new Float64Array(linkCount);
    this.sharing = new Int32Array(linkCount);
    this.firstShare = new Int32Array(linkCount).fill(-1);
    this.lastShare = new Int32Array(linkCount).fill(-1);
    this.ringEnd = new Int32Array(linkCount).fill(-1);
  }

  /** A message is laid out on places `first` to `end`. */
  layOut(first: number, end: number): void {
    while (this.next.length < end) {
      this.next = grown(this.next);
      this.joined = grownFloat(this.joined);
      this.due = grownFloat(this.due);
    }
    for (let place = first; place < end; place++) this.joined[place] = -1;
  }

  /** The first packet of a message has come to a link. False where it comes again, since a train was cut. */
  join(link: number, place: number, time: Picoseconds, bytes: number): boolean {
    if (this.joined[place] >= 0) return false;
    this.advance(link, time);
    this.joined[place] = this.clock[link];
    this.addShare(link, this.clock[link] + bytes);
    return true;
  }

  /** A message waits with a packet that ends after so many of its bytes. */
  enter(link: number, place: number, bytes: number): void {
    const { due, next } = this;
    const end = this.ringEnd[link];
    due[place] = this.joined[place] + bytes;
    if (end < 0) {
      next[place] = place;
      this.ringEnd[link] = place;
      return;
    }
    let before = end;
    if (due[place] >= due[end] - TIE) this.ringEnd[link] = place;
    else while (due[next[before]] <= due[place] + TIE) before = next[before];
    next[place] = next[before];
    next[before] = place;
  }

  any(link: number): boolean {
    return this.ringEnd[link] >= 0;
  }

  /** The message whose turn it is; there must be one. */
  first(link: number): number {
    return this.next[this.ringEnd[link]];
  }

  alone(link: number): boolean {
    const end = this.ringEnd[link];
    return this.next[end] === end;
  }

  /** The first message has had its turn. */
  leave(link: number): void {
    const { next } = this;
    const end = this.ringEnd[link];
    if (next[end] === end) this.ringEnd[link] = -1;
    else next[end] = next[next[end]];
  }

  /** Brings the clock to a time: it runs the slower the more messages share, and they leave at their fluid end. */
  private advance(link: number, time: Picoseconds): void {
    let at = this.read[link];
    let clock = this.clock[link];
    let share = this.firstShare[link];
    while (share >= 0) {
      const pace = this.sharing[link] * this.psPerByte[link];
      const end = at + (this.ends[share] - clock) * pace;
      if (end > time) {
        clock += (time - at) / pace;
        break;
      }
      at = end;
      clock = this.ends[share];
      const after = this.nextShare[share];
      this.nextShare[share] = this.freeShare;
      this.freeShare = share;
      this.sharing[link]--;
      share = after;
    }
    this.firstShare[link] = share;
    this.clock[link] = clock;
    this.read[link] = time;
  }

  private addShare(link: number, end: number): void {
    const share = this.takeShare();
    const { ends, nextShare } = this;
    const first = this.firstShare[link];
    const last = this.lastShare[link];
    ends[share] = end;
    this.sharing[link]++;
    if (first < 0 || end < ends[first]) {
      nextShare[share] = first;
      this.firstShare[link] = share;
      if (first < 0) this.lastShare[link] = share;
      return;
    }
    let before = last;
    if (end >= ends[last]) this.lastShare[link] = share;
    else for (before = first; ends[nextShare[before]] <= end; ) before = nextShare[before];
    nextShare[share] = before === last ? -1 : nextShare[before];
    nextShare[before] = share;
  }

  private takeShare(): number {
    const free = this.freeShare;
    if (free >= 0) {
      this.freeShare = this.nextShare[free];
      return free;
    }
    if (this.shares === this.ends.length) {
      this.ends = grownFloat(this.ends);
      this.nextShare = grown(this.nextShare);
    }
    return this.shares++;
  }
}
