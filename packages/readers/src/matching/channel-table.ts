import { copyOperation, copyOperations, createOperations, type Operations } from './operations.ts';

/** Queues of waiting operations, one per channel (comm, src, dst, tag), in the order they came in. */
export class ChannelTable {
  channels = 0;
  /** Key of channel c. */
  comm = new Int32Array(128);
  src = new Int32Array(128);
  dst = new Int32Array(128);
  tag = new Int32Array(128);
  /** First and last waiting operation, -1 = none. */
  head = new Int32Array(128);
  tail = new Int32Array(128);
  /** 1 where the waiting operations are receives. */
  receives = new Uint8Array(128);

  waiting: Operations = createOperations(256);
  next = new Int32Array(256);
  private used = 0;
  private free = -1;
  private slots = new Int32Array(512).fill(-1);

  find(comm: number, src: number, dst: number, tag: number): number {
    const mask = this.slots.length - 1;
    let slot = hashChannel(comm, src, dst, tag) & mask;
    for (;;) {
      const channel = this.slots[slot];
      if (channel < 0) return this.add(slot, comm, src, dst, tag);
      if (
        this.src[channel] === src &&
        this.tag[channel] === tag &&
        this.dst[channel] === dst &&
        this.comm[channel] === comm
      ) {
        return channel;
      }
      slot = (slot + 1) & mask;
    }
  }

  push(channel: number, source: Operations, row: number): void {
    const at = this.reserve();
    copyOperation(source, row, this.waiting, at);
    this.next[at] = -1;
    if (this.head[channel] < 0) this.head[channel] = at;
    else this.next[this.tail[channel]] = at;
    this.tail[channel] = at;
  }

  /** Takes the first waiting operation out; its row stays readable until the next push. */
  shift(channel: number): number {
    const at = this.head[channel];
    this.head[channel] = this.next[at];
    this.next[at] = this.free;
    this.free = at;
    return at;
  }

  private reserve(): number {
    if (this.free >= 0) {
      const at = this.free;
      this.free = this.next[at];
      return at;
    }
    if (this.used === this.waiting.capacity) {
      const bigger = createOperations(this.used * 2);
      copyOperations(this.waiting, 0, this.used, bigger, 0);
      this.waiting = bigger;
      this.next = grown(this.next);
    }
    return this.used++;
  }

  private add(slot: number, comm: number, src: number, dst: number, tag: number): number {
    if (this.channels === this.comm.length) this.growChannels();
    const channel = this.channels++;
    this.slots[slot] = channel;
    this.comm[channel] = comm;
    this.src[channel] = src;
    this.dst[channel] = dst;
    this.tag[channel] = tag;
    this.head[channel] = -1;
    this.tail[channel] = -1;
    if (this.channels * 2 > this.slots.length) this.rehash();
    return channel;
  }

  private growChannels(): void {
    this.comm = grown(this.comm);
    this.src = grown(this.src);
    this.dst = grown(this.dst);
    this.tag = grown(this.tag);
    this.head = grown(this.head);
    this.tail = grown(this.tail);
    const receives = new Uint8Array(this.receives.length * 2);
    receives.set(this.receives);
    this.receives = receives;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let channel = 0; channel < this.channels; channel++) {
      let slot =
        hashChannel(this.comm[channel], this.src[channel], this.dst[channel], this.tag[channel]) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = channel;
    }
    this.slots = slots;
  }
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(array.length * 2);
  bigger.set(array);
  return bigger;
}

function hashChannel(comm: number, src: number, dst: number, tag: number): number {
  let hash = Math.imul(src, 0x9e3779b1) ^ Math.imul(dst, 0x85ebca77);
  hash ^= Math.imul(tag + 1, 0xc2b2ae3d) ^ Math.imul(comm, 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
