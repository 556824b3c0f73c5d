import { grown, grownFloat } from './message-pool.ts';
import { TimeHeap } from './time-heap.ts';

const BUCKETS = 8192;
const MASK = BUCKETS - 1;
/** Events a bucket should hold when its time comes, and how often that is looked at. */
const FEWEST = 4;
const MOST = 48;
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
  /** The present bucket in order, from `at` on, and what came to it later or was too much out of order to sort. */
  private sorted = { times: new Float64Array(64), keys: new Float64Array(64), events: new Int32Array(64) };
  private at = 0;
  private count = 0;
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
  /** Number of the bucket whose events are in the heap. */
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
    if (this.at === this.count && this.present.size === 0) this.openNext();
    this.size--;
    if (this.heapFirst()) {
      this.time = this.present.times[0];
      return this.present.pop();
    }
    this.time = this.sorted.times[this.at];
    return this.sorted.events[this.at++];
  }

  private heapFirst(): boolean {
    const { present, sorted, at } = this;
    if (at === this.count) return true;
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

  /** Goes on to the next bucket with events and puts them into the heap. */
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

  /** Sorts a bucket by insertion: events come nearly in order. What would take too many steps goes to the heap. */
  private empty(slot: number): void {
    let node = this.heads[slot];
    this.heads[slot] = -1;
    this.at = 0;
    this.count = 0;
    let steps = 64;
    while (node >= 0) {
      const after = this.next[node];
      if (this.count === this.sorted.times.length) this.growSorted();
      if (steps > 0) steps += 4 - this.insert(this.times[node], this.keys[node], this.events[node]);
      else this.present.push(this.times[node], this.keys[node], this.events[node]);
      this.next[node] = this.freeNode;
      this.freeNode = node;
      this.inBuckets--;
      this.moved++;
      node = after;
    }
  }

  /** Returns how many events had to make room. */
  private insert(time: number, key: number, event: number): number {
    const { times, keys, events } = this.sorted;
    const last = this.count++;
    let to = last;
    while (to > 0 && (times[to - 1] > time || (times[to - 1] === time && keys[to - 1] > key))) {
      times[to] = times[to - 1];
      keys[to] = keys[to - 1];
      events[to] = events[to - 1];
      to--;
    }
    times[to] = time;
    keys[to] = key;
    events[to] = event;
    return last - to;
  }

  private growSorted(): void {
    const { times, keys, events } = this.sorted;
    this.sorted = { times: grownFloat(times), keys: grownFloat(keys), events: grown(events) };
  }

  /** Makes buckets narrower or wider where they held too many or too few events. */
  private adapt(): void {
    const each = this.moved / this.opened;
    const gaps = this.skipped / this.opened;
    this.opened = 0;
    this.moved = 0;
    this.skipped = 0;
    if (each > MOST && gaps < 2) this.resize(this.perTime * 4);
    else if (each < FEWEST && gaps < 64) this.resize(this.perTime / 4);
    else if (gaps >= 64) this.resize(this.perTime / 16);
  }

  private resize(perTime: number): void {
    if (perTime > 1) return;
    const times: number[] = [];
    const keys: number[] = [];
    const events: number[] = [];
    for (; this.at < this.count; this.at++) {
      times.push(this.sorted.times[this.at]);
      keys.push(this.sorted.keys[this.at]);
      events.push(this.sorted.events[this.at]);
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
