import type { Picoseconds } from './fabric.ts';
import { checkIntervals, checkOpenIntervals } from './interval-limits.ts';

/** Amounts of a link in a window. */
const LINK_BYTES = 4 * Float64Array.BYTES_PER_ELEMENT;
const ALWAYS_OPEN = 16;

/** Amounts of one interval, per link. */
interface CounterWindow {
  readonly index: number;
  readonly data: Float64Array;
  readonly packets: Float64Array;
  /** Picoseconds packets waited for the link. */
  readonly wait: Float64Array;
  /** Most bytes an arriving packet found waiting. */
  readonly queue: Float64Array;
}

/**
 * Counters per interval, booked a little out of order, given out in order. Only the windows between the oldest
 * transmission that may still be booked and the youngest are held.
 */
export class CounterWindows {
  readonly interval: Picoseconds;
  private readonly links: number;
  private readonly open = new Map<number, CounterWindow>();
  private readonly spare: CounterWindow[] = [];
  /** Stands for intervals in which nothing happened. */
  private idle: CounterWindow | null = null;
  private current: CounterWindow;
  /** Begin and end of the current interval. */
  from = 0;
  to: number;
  private given = 0;

  constructor(links: number, interval: Picoseconds) {
    this.links = links;
    this.interval = interval;
    this.to = interval;
    this.current = this.window(0);
  }

  /** A packet left on `link` from `start` to `end`, after `wait`; a long one is spread over its intervals. */
  book(
    link: number,
    start: Picoseconds,
    end: Picoseconds,
    bytes: number,
    packets: number,
    wait: number,
  ): void {
    if (start < this.from || start >= this.to) this.select(Math.floor(start / this.interval));
    const { current } = this;
    current.packets[link] += packets;
    if (wait > 0) current.wait[link] += wait;
    if (end <= this.to) current.data[link] += bytes;
    else this.spread(link, start, end, bytes);
  }

  /** True where start .. end lies in the current window, which `addPath` then books. */
  covers(start: Picoseconds, end: Picoseconds): boolean {
    if (start < this.from || start >= this.to) this.select(Math.floor(start / this.interval));
    return end <= this.to;
  }

  /** A message crossed links within the current window and waited nowhere. */
  addPath(path: Int32Array, hops: number, bytes: number, packets: number): void {
    const { data, packets: counts } = this.current;
    for (let hop = 0; hop < hops; hop++) {
      data[path[hop]] += bytes;
      counts[path[hop]] += packets;
    }
  }

  /** The queue of `link` held `length` packets from `start` to `end`. */
  bookWaiting(link: number, start: Picoseconds, end: Picoseconds, length: number): void {
    for (let at = start; at < end; ) {
      if (at < this.from || at >= this.to) this.select(Math.floor(at / this.interval));
      const until = Math.min(end, this.to);
      this.current.wait[link] += length * (until - at);
      at = until;
    }
  }

  noteQueue(link: number, time: Picoseconds, bytes: number): void {
    if (time < this.from || time >= this.to) this.select(Math.floor(time / this.interval));
    if (bytes > this.current.queue[link]) this.current.queue[link] = bytes;
  }

  /** Windows that end at or before `time`, oldest first; hand each back with `recycle`. */
  *takeUntil(time: Picoseconds): Iterable<CounterWindow> {
    checkIntervals(time, this.interval);
    while ((this.given + 1) * this.interval <= time) {
      const index = this.given++;
      yield this.open.get(index) ?? this.idleWindow(index);
    }
  }

  recycle(window: CounterWindow): void {
    if (!this.open.delete(window.index)) return;
    const { data, packets, wait, queue } = window;
    for (const column of [data, packets, wait, queue]) column.fill(0);
    this.spare.push(window);
    if (this.current === window) this.from = this.to = -1;
  }

  private spread(link: number, start: Picoseconds, end: Picoseconds, bytes: number): void {
    const duration = end - start;
    this.checkOpen(Math.ceil(duration / this.interval));
    let booked = 0;
    for (let index = Math.floor(start / this.interval); booked < bytes; index++) {
      const until = Math.min(end, (index + 1) * this.interval);
      const sum = until === end ? bytes : Math.floor(bytes * ((until - start) / duration));
      this.window(index).data[link] += sum - booked;
      booked = sum;
      if (until === end) break;
    }
  }

  private checkOpen(windows: number): void {
    checkOpenIntervals(windows, this.links * LINK_BYTES, ALWAYS_OPEN);
  }

  private idleWindow(index: number): CounterWindow {
    this.idle ??= emptyWindow(this.links);
    return { ...this.idle, index };
  }

  private select(index: number): void {
    this.current = this.window(index);
    this.from = index * this.interval;
    this.to = this.from + this.interval;
  }

  private window(index: number): CounterWindow {
    const known = this.open.get(index);
    if (known) return known;
    const reused = this.spare.pop();
    if (!reused) this.checkOpen(this.open.size + 1);
    const window = { ...(reused ?? emptyWindow(this.links)), index };
    this.open.set(index, window);
    return window;
  }
}

function emptyWindow(links: number): CounterWindow {
  const column = () => new Float64Array(links);
  return { index: 0, data: column(), packets: column(), wait: column(), queue: column() };
}
