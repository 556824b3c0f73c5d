import { grown, grownFloat } from './message-pool.ts';
import { SortedEvents } from './sorted-events.ts';
import { TimeHeap } from './time-heap.ts';

const BUCKETS = 8192;
const MASK = BUCKETS - 1;
/** Events a bucket should hold when its time comes, and how often that is looked at. */
const FEWEST_IN_BUCKET = 4;
const MOST_IN_BUCKET = 48;
const LOOK_AFTER = 512;

/**
 * Events by time: a calendar of buckets, of which the present one is sorted when its turn comes; a small heap takes
 * what is pushed into it later. No object per event; events of one time come out by their key, whatever the order in
 * which they were pushed.
 */
export class EventQueue {
  size = 0;
  /** Time of the event that was popped last. */
  time = 0;
  /** The present bucket in order, and what came to it later. */
  private readonly sorted = new SortedEvents();
  private readonly present = new TimeHeap();
  /** Events beyond the last bucket. */
  private readonly far = new TimeHeap();
  private readonly heads = new Int32Array(BUCKETS).fill(-1);
  private readonly tails = new Int32Array(BUCKETS);
  /** Nodes of the lists of the buckets. */
  private times = new Float64Array(1024);
  private keys = new Float64Array(1024);
  private events = new Int32Array(1024);
  private next = new Int32Array(1024);
  private nodes = 0;
  private freeNode = -1;
  private inBuckets = 0;
  /** Number of the current bucket. */
  private current = 0;
  private perTime: number;
  private opened = 0;
  private moved = 0;
  private skipped = 0;

  /** Width of a bucket to begin with; it adapts. */
  constructor(width = 1024) {
    this.perTime = 1 / width;
  }

  push(time: number, key: number, event: number): void {
    this.size++;
    const bucket = Math.floor(time * this.perTime);
    if (bucket <= this.current) this.present.push(time, key, event);
    else if (bucket < this.current + BUCKETS) this.link(bucket & MASK, time, key, event);
    else this.far.push(time, key, event);
  }

  /** Removes the next event and returns it. */
  pop(): number {
    const { sorted, present } = this;
    if (sorted.at === sorted.count && present.size === 0) this.openNext();
    this.size--;
    if (this.heapFirst()) {
      this.time = present.times[0];
      return present.pop();
    }
    this.time = sorted.times[sorted.at];
    return sorted.events[sorted.at++];
  }

  private heapFirst(): boolean {
    const { present, sorted } = this;
    const { at } = sorted;
    if (at === sorted.count) return true;
    if (present.size === 0) return false;
    const time = present.times[0];
    return time < sorted.times[at] || (time === sorted.times[at] && present.keys[0] < sorted.keys[at]);
  }

  private link(slot: number, time: number, key: number, event: number): void {
    let node = this.freeNode;
    if (node >= 0) this.freeNode = this.next[node];
    else {
      node = this.nodes++;
      if (node === this.times.length) this.grow();
    }
    this.times[node] = time;
    this.keys[node] = key;
    this.events[node] = event;
    this.next[node] = -1;
    if (this.heads[slot] < 0) this.heads[slot] = node;
    else this.next[this.tails[slot]] = node;
    this.tails[slot] = node;
    this.inBuckets++;
  }

  /** Goes on to the next bucket with events and sorts it. */
  private openNext(): void {
    if (this.size === 0) return;
    if (this.inBuckets === 0) {
      this.current = Math.floor(this.far.times[0] * this.perTime);
    } else {
      do {
        this.current++;
        this.skipped++;
      } while (this.heads[this.current & MASK] < 0);
      this.empty(this.current & MASK);
    }
    while (this.far.size > 0) {
      const time = this.far.times[0];
      const bucket = Math.floor(time * this.perTime);
      if (bucket >= this.current + BUCKETS) break;
      const key = this.far.keys[0];
      const event = this.far.pop();
      if (bucket <= this.current) this.present.push(time, key, event);
      else this.link(bucket & MASK, time, key, event);
    }
    if (++this.opened === LOOK_AFTER) this.adapt();
  }

  private empty(slot: number): void {
    const { sorted, times, keys, events, next } = this;
    let node = this.heads[slot];
    this.heads[slot] = -1;
    sorted.clear();
    while (node >= 0) {
      const after = next[node];
      sorted.add(times[node], keys[node], events[node]);
      next[node] = this.freeNode;
      this.freeNode = node;
      node = after;
    }
    sorted.sort();
    this.inBuckets -= sorted.count;
    this.moved += sorted.count;
  }

  /** Makes buckets narrower or wider where they held too many or too few events. */
  private adapt(): void {
    const each = this.moved / this.opened;
    const gaps = this.skipped / this.opened;
    this.opened = 0;
    this.moved = 0;
    this.skipped = 0;
    if (each > MOST_IN_BUCKET && gaps < 2) this.resize(this.perTime * 4);
    else if (each < FEWEST_IN_BUCKET && gaps < 64) this.resize(this.perTime / 4);
    else if (gaps >= 64) this.resize(this.perTime / 16);
  }

  private resize(perTime: number): void {
    if (perTime > 1) return;
    const times: number[] = [];
    const keys: number[] = [];
    const events: number[] = [];
    const { sorted } = this;
    for (; sorted.at < sorted.count; sorted.at++) {
      times.push(sorted.times[sorted.at]);
      keys.push(sorted.keys[sorted.at]);
      events.push(sorted.events[sorted.at]);
    }
    for (const heap of [this.present, this.far]) {
      while (heap.size > 0) {
        times.push(heap.times[0]);
        keys.push(heap.keys[0]);
        events.push(heap.pop());
      }
    }
    for (let slot = 0; slot < BUCKETS; slot++) {
      for (let node = this.heads[slot]; node >= 0; node = this.next[node]) {
        times.push(this.times[node]);
        keys.push(this.keys[node]);
        events.push(this.events[node]);
      }
    }
    this.heads.fill(-1);
    this.nodes = 0;
    this.freeNode = -1;
    this.inBuckets = 0;
    this.perTime = perTime;
    this.size = 0;
    const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
    this.current = Math.floor(first * perTime);
    for (let i = 0; i < times.length; i++) this.push(times[i], keys[i], events[i]);
  }

  private grow(): void {
    this.times = grownFloat(this.times);
    this.keys = grownFloat(this.keys);
    this.events = grown(this.events);
    this.next = grown(this.next);
  }
}
