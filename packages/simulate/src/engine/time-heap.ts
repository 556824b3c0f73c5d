/**
 * Events by time, and by key where times are equal, in a heap of four children a node, over typed arrays.
 */
export class TimeHeap {
  size = 0;
  /** times[0] is the next; meaningless when empty. */
  times = new Float64Array(1024);
  keys = new Float64Array(1024);
  private events = new Int32Array(1024);

  push(time: number, key: number, event: number): void {
    if (this.size === this.times.length) this.grow();
    const { times, keys, events } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      if (times[parent] < time || (times[parent] === time && keys[parent] <= key)) break;
      times[at] = times[parent];
      keys[at] = keys[parent];
      events[at] = events[parent];
      at = parent;
    }
    times[at] = time;
    keys[at] = key;
    events[at] = event;
  }

  /** Removes the next event and returns it. */
  pop(): number {
    const first = this.events[0];
    const size = --this.size;
    if (size > 0) this.sink(this.times[size], this.keys[size], this.events[size], size);
    return first;
  }

  private sink(time: number, key: number, event: number, size: number): void {
    const { times, keys, events } = this;
    let at = 0;
    for (;;) {
      let child = 4 * at + 1;
      if (child >= size) break;
      const end = child + 4 < size ? child + 4 : size;
      let least = times[child];
      for (let other = child + 1; other < end; other++) {
        const candidate = times[other];
        if (candidate < least || (candidate === least && keys[other] < keys[child])) {
          least = candidate;
          child = other;
        }
      }
      if (least > time || (least === time && keys[child] >= key)) break;
      times[at] = least;
      keys[at] = keys[child];
      events[at] = events[child];
      at = child;
    }
    times[at] = time;
    keys[at] = key;
    events[at] = event;
  }

  private grow(): void {
    const times = new Float64Array(this.times.length * 2);
    const keys = new Float64Array(times.length);
    const events = new Int32Array(times.length);
    times.set(this.times);
    keys.set(this.keys);
    events.set(this.events);
    this.times = times;
    this.keys = keys;
    this.events = events;
  }
}
